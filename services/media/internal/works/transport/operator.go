// Package transport translates the operators' calls about works.
package transport

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/works"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	mediav1.UnsafeWorkOperatorServiceServer // a missing method does not compile
	store                                   works.Store
	chain                                   rpc.Chain
}

// NewOperatorServer registers the use case behind the chain.
func NewOperatorServer(store works.Store, chain rpc.Chain) mediav1.WorkOperatorServiceServer {
	return &operatorServer{store: store, chain: chain}
}

func (s *operatorServer) ListWorks(
	ctx context.Context, r *mediav1.ListWorksRequest,
) (*mediav1.ListWorksResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListWorks,
		func(ctx context.Context, in works.ListInput) (works.Page, error) { return works.List(ctx, s.store, in) },
		encodeWorks)
}

func decodeListWorks(_ context.Context, r *mediav1.ListWorksRequest) (works.ListInput, error) {
	var since time.Time // year 1 in the database too
	if r.GetSince() != nil {
		since = r.GetSince().AsTime()
	}
	return works.ListInput{Device: r.GetMakerDevice(), Account: r.GetMakerAccount(), Lane: r.GetLane(),
		LooksLike: r.GetLooksLike(), ID: r.GetId(), Held: r.GetHeld(), Since: since, Cursor: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

var kinds = map[works.Kind]mediav1.WorkKind{
	works.KindPicture: mediav1.WorkKind_WORK_KIND_PICTURE,
	works.KindVideo:   mediav1.WorkKind_WORK_KIND_VIDEO,
}

var states = map[works.State]mediav1.WorkState{
	works.StatePublic:              mediav1.WorkState_WORK_STATE_PUBLIC,
	works.StateHiddenAutomatically: mediav1.WorkState_WORK_STATE_HIDDEN_AUTOMATICALLY,
	works.StateHidden:              mediav1.WorkState_WORK_STATE_HIDDEN,
	works.StateRemoved:             mediav1.WorkState_WORK_STATE_REMOVED,
	works.StateHeld:                mediav1.WorkState_WORK_STATE_HELD,
}

func encodeWorks(p works.Page) *mediav1.ListWorksResponse {
	out := &mediav1.ListWorksResponse{NextCursor: p.Next}
	for _, w := range p.Works {
		out.Works = append(out.Works, encodeWork(w))
	}
	return out
}

func encodeWork(w works.Work) *mediav1.Work {
	return &mediav1.Work{
		Kind: kinds[w.Kind], Id: w.ID.String(), Type: w.Type, Caption: w.Caption, Signature: w.Signature, Texts: w.Texts,
		ObjectName: w.ObjectName, CreateTime: timestamppb.New(w.Created), State: states[w.State],
		MakerDevice: w.MakerDevice, MakerAccount: w.MakerAccount, Lane: w.Lane,
	}
}
