package operator

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/page"
	"mcwick.example/platform/rpc"
)

// Common registers what operators may ask of every service: what they did in its database, and the
// dead letters of its consumers.
func Common(pool *pgxpool.Pool, chain rpc.Chain, consumers ...*events.Consumer) func(grpc.ServiceRegistrar) {
	return func(r grpc.ServiceRegistrar) {
		operatorv1.RegisterOperatorServiceServer(r,
			&server{acts: actLog{pool}, deadLetters: deadLetters{consumers}, chain: chain})
	}
}

// server answers the calls; what each does is in the contract.
type server struct {
	operatorv1.UnsafeOperatorServiceServer // a call without a method here does not compile
	acts                                   actLog
	deadLetters                            deadLetters
	chain                                  rpc.Chain
}

func (s *server) GetOperator(
	ctx context.Context, r *operatorv1.GetOperatorRequest,
) (*operatorv1.Operator, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, getOperator, encodeOperator)
}

func (s *server) ListActs(ctx context.Context, r *operatorv1.ListActsRequest) (*operatorv1.ListActsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListActs, s.acts.list, encodeListActs)
}

func (s *server) ListDeadLetters(
	ctx context.Context, r *operatorv1.ListDeadLettersRequest,
) (*operatorv1.ListDeadLettersResponse, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.deadLetters.list, encodeDeadLetters)
}

func (s *server) ReplayDeadLetters(
	ctx context.Context, r *operatorv1.ReplayDeadLettersRequest,
) (*operatorv1.ReplayDeadLettersResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeReplay, s.deadLetters.replay, encodeReplay)
}

// pageInput is where a page begins and how long it is.
type pageInput struct {
	after string
	size  int
}

// actPage is one page of acts.
type actPage struct {
	acts []act
	next string
}

// actLog is what operators did, in a service's database.
type actLog struct{ pool *pgxpool.Pool }

// list returns one page, newest first.
func (l actLog) list(ctx context.Context, in pageInput) (of actPage, err error) {
	of.acts, of.next, err = page.List(in.after, in.size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]act, error) { return findActs(ctx, l.pool, after, n) },
		func(a act) page.TimeCursor { return page.TimeCursor{Key: a.Created, ID: a.ID} })
	return of, err
}

// getOperator returns what the token of the call stands for.
func getOperator(ctx context.Context, _ struct{}) (Credential, error) { return credentialOf(ctx) }

func encodeOperator(c Credential) *operatorv1.Operator {
	out := &operatorv1.Operator{Name: c.Name, Scopes: c.Scopes}
	if !c.Expires.IsZero() {
		out.ExpireTime = timestamppb.New(c.Expires)
	}
	return out
}

func decodeListActs(_ context.Context, r *operatorv1.ListActsRequest) (pageInput, error) {
	return pageInput{r.GetCursor(), int(r.GetPageSize())}, nil
}

func encodeListActs(p actPage) *operatorv1.ListActsResponse {
	out := &operatorv1.ListActsResponse{NextCursor: p.next}
	for _, a := range p.acts {
		out.Acts = append(out.Acts, encodeAct(a))
	}
	return out
}

func encodeAct(a act) *operatorv1.Act {
	return &operatorv1.Act{
		Id: a.ID.String(), Operator: a.Operator, Act: a.Act, Subject: a.Subject, Note: a.Note,
		CreateTime: timestamppb.New(a.Created),
	}
}
