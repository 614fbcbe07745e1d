package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// walls are those of the contract.
var walls = map[wallv1.Wall]wall.Wall{wallv1.Wall_WALL_FLAME: wall.Flame, wallv1.Wall_WALL_SHAME: wall.Shame}

// decodeListOfWall decodes the requested page of a list of one wall.
func decodeListOfWall[Request interface {
	GetWall() wallv1.Wall
	GetCursor() string
	GetPageSize() int32
}](_ context.Context, r Request) (wall.ListInput, error) {
	return wall.ListInput{Wall: walls[r.GetWall()], After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodeListWallEntries(p wall.Page[wall.Entry]) *wallv1.ListWallEntriesResponse {
	return &wallv1.ListWallEntriesResponse{Entries: convertAll(p.Items, encodeEntry), NextCursor: p.NextCursor}
}

// convertAll converts the items of a page; an empty page is an empty list.
func convertAll[From, To any](all []From, encode func(From) To) []To {
	out := make([]To, len(all))
	for i, one := range all {
		out[i] = encode(one)
	}
	return out
}

func encodeEntry(e wall.Entry) *wallv1.WallEntry {
	return &wallv1.WallEntry{Id: e.ID.String(), XHandle: e.XHandle, Bio: e.Bio, CreateTime: timestamppb.New(e.Created),
		HasAvatar: e.HasAvatar}
}

// reasons are those of the contract.
var reasons = map[wallv1.EntryReportReason]decisions.Reason{
	wallv1.EntryReportReason_ENTRY_REPORT_REASON_SPAM:      decisions.ReasonSpam,
	wallv1.EntryReportReason_ENTRY_REPORT_REASON_OFFENSIVE: decisions.ReasonOffensive,
	wallv1.EntryReportReason_ENTRY_REPORT_REASON_PERSONAL:  decisions.ReasonPerson,
	wallv1.EntryReportReason_ENTRY_REPORT_REASON_OTHER:     decisions.ReasonOther,
}

func decodeGetAvatar(_ context.Context, r *wallv1.GetAvatarRequest) (string, error) {
	return r.GetEntryId(), nil
}

func encodeAvatar(image []byte) *httpbody.HttpBody {
	return &httpbody.HttpBody{ContentType: "image/jpeg", Data: image}
}

func decodeReportEntry(ctx context.Context, r *wallv1.ReportEntryRequest) (wall.ReportInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return wall.ReportInput{
		Visitor: caller.Visitor, Lane: caller.Lane, Settled: caller.Standing == rpc.StandingSettled,
		EntryID: r.GetEntryId(), Reason: reasons[r.GetReason()], Note: r.GetNote(),
	}, err
}

func decodeRequestTakedown(_ context.Context, r *wallv1.RequestTakedownRequest) (cases.Takedown, error) {
	return cases.Takedown{Place: r.GetPlace(), Reason: r.GetReason(), XHandle: r.GetXHandle()}, nil
}

func decodeNominate(ctx context.Context, r *wallv1.NominateRequest) (wall.NominateInput, error) {
	caller, err := rpc.RequireIdempotencyKey(ctx)
	return wall.NominateInput{
		Visitor:          caller.Visitor,
		Key:              caller.IdempotencyKey,
		Wall:             walls[r.GetWall()],
		XHandle:          r.GetXHandle(),
		Reason:           r.GetReason(),
		IsSelfNomination: r.GetIsSelfNomination(),
		IsHodling:        r.IsHodling,
	}, err
}
