package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/decisions"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	wallv1.UnsafeWallOperatorServiceServer // a missing method does not compile
	movedCalls
	service *wall.Service
	chain   rpc.Chain
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(s *wall.Service, chain rpc.Chain) wallv1.WallOperatorServiceServer {
	return &operatorServer{service: s, chain: chain}
}

func (s *operatorServer) ListNominations(
	ctx context.Context, r *wallv1.ListNominationsRequest,
) (*wallv1.ListNominationsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListOfWall[*wallv1.ListNominationsRequest], s.service.ListNominations,
		encodeListNominations)
}

func (s *operatorServer) ApproveNomination(
	ctx context.Context, r *wallv1.ApproveNominationRequest,
) (*wallv1.ApproveNominationResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeNominationAct[*wallv1.ApproveNominationRequest], s.service.ApproveNomination,
		encodeApproveNomination)
}

func (s *operatorServer) RejectNomination(
	ctx context.Context, r *wallv1.RejectNominationRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeNominationAct[*wallv1.RejectNominationRequest], s.service.RejectNomination,
		rpc.EncodeNoContent)
}

func (s *operatorServer) BlankBio(ctx context.Context, r *wallv1.BlankBioRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeBlankBio, s.service.BlankBio, rpc.EncodeNoContent)
}

func (s *operatorServer) OptOut(ctx context.Context, r *wallv1.OptOutRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeName[*wallv1.OptOutRequest], rpc.NoContent(s.service.OptOut),
		rpc.EncodeNoContent)
}

func (s *operatorServer) OptIn(ctx context.Context, r *wallv1.OptInRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeName[*wallv1.OptInRequest], rpc.NoContent(s.service.OptIn),
		rpc.EncodeNoContent)
}

func (s *operatorServer) ListEntries(
	ctx context.Context, r *wallv1.ListEntriesRequest,
) (*wallv1.ListEntriesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListOfWall[*wallv1.ListEntriesRequest], s.service.ListWallEntries,
		encodeListEntries)
}

func (s *operatorServer) ListDecisions(
	ctx context.Context, r *wallv1.ListDecisionsRequest,
) (*wallv1.ListDecisionsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListDecisions, s.service.ListDecisions, encodeListDecisions)
}

var acts = map[wall.Act]wallv1.Act{
	wall.ActApprove:  wallv1.Act_ACT_APPROVE,
	wall.ActReject:   wallv1.Act_ACT_REJECT,
	wall.ActBlank:    wallv1.Act_ACT_BLANK,
	wall.ActWithdraw: wallv1.Act_ACT_WITHDRAW,
	wall.ActOptOut:   wallv1.Act_ACT_OPT_OUT,
	wall.ActOptIn:    wallv1.Act_ACT_OPT_IN,
	wall.ActSettle:   wallv1.Act_ACT_SETTLE,
}

// actionFrom returns the calling operator with the note of the request.
func actionFrom(ctx context.Context, r interface{ GetNote() string }) (wall.Action, error) {
	name, err := operator.Name(ctx)
	return wall.Action{Operator: name, Note: r.GetNote()}, err
}

// decodeNominationAct decodes an act on one nomination.
func decodeNominationAct[Request interface {
	GetNominationId() string
	GetNote() string
}](ctx context.Context, r Request) (wall.ActInput, error) {
	action, err := actionFrom(ctx, r)
	return wall.ActInput{ID: r.GetNominationId(), Action: action}, err
}

func decodeBlankBio(ctx context.Context, r *wallv1.BlankBioRequest) (wall.ActInput, error) {
	action, err := actionFrom(ctx, r)
	return wall.ActInput{ID: r.GetEntryId(), Action: action}, err
}

func encodeApproveNomination(onWall bool) *wallv1.ApproveNominationResponse {
	return &wallv1.ApproveNominationResponse{OnWall: onWall}
}

// decodeName decodes an act on a name.
func decodeName[Request interface {
	GetXHandle() string
	GetNote() string
}](ctx context.Context, r Request) (wall.NameInput, error) {
	action, err := actionFrom(ctx, r)
	return wall.NameInput{XHandle: r.GetXHandle(), Action: action}, err
}

func decodeListDecisions(_ context.Context, r *wallv1.ListDecisionsRequest) (wall.ListInput, error) {
	return wall.ListInput{After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodeListEntries(p wall.Page[wall.Entry]) *wallv1.ListEntriesResponse {
	return &wallv1.ListEntriesResponse{Entries: convertAll(p.Items, encodeEntry), NextCursor: p.NextCursor}
}

// text returns an id as text; the nil id is empty.
func text(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

func encodeListNominations(p wall.Page[wall.Nomination]) *wallv1.ListNominationsResponse {
	return &wallv1.ListNominationsResponse{Nominations: convertAll(p.Items, encodeNomination),
		NextCursor: p.NextCursor}
}

func encodeNomination(n wall.Nomination) *wallv1.Nomination {
	return &wallv1.Nomination{
		Id:               n.ID.String(),
		Wall:             decisions.Encode(walls, n.Wall),
		XHandle:          n.XHandle,
		Reason:           n.Reason,
		IsSelfNomination: n.IsSelfNomination,
		IsHodling:        n.IsHodling,
		Repeats:          int32(n.Repeats),
		ApprovedBy:       n.ApprovedBy,
		CreateTime:       timestamppb.New(n.Created),
	}
}

func encodeListDecisions(p wall.Page[wall.Decision]) *wallv1.ListDecisionsResponse {
	return &wallv1.ListDecisionsResponse{Decisions: convertAll(p.Items, encodeDecision), NextCursor: p.NextCursor}
}

func encodeDecision(d wall.Decision) *wallv1.Decision {
	return &wallv1.Decision{
		Id:           d.ID.String(),
		Operator:     d.Operator,
		Act:          acts[d.Act],
		Wall:         decisions.Encode(walls, d.Wall),
		XHandle:      d.XHandle,
		NominationId: text(d.NominationID),
		Note:         d.Note,
		CreateTime:   timestamppb.New(d.Created),
	}
}
