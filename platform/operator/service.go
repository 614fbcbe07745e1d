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

// Common registers what operators may ask of every service: what they did in its database, and the dead letters of its consumers.
func Common(pool *pgxpool.Pool, chain rpc.Chain, consumers ...*events.Consumer) func(grpc.ServiceRegistrar) {
	l := letters{consumers}
	return func(r grpc.ServiceRegistrar) {
		operatorv1.RegisterOperatorServiceServer(r, &server{
			listActs:          rpc.Handle(operatorv1.OperatorService_ListActs_FullMethodName, decodeListActs, list(pool), encodeListActs, chain),
			listDeadLetters:   rpc.Handle(operatorv1.OperatorService_ListDeadLetters_FullMethodName, decodeNothing, l.list, encodeLetters, chain),
			replayDeadLetters: rpc.Handle(operatorv1.OperatorService_ReplayDeadLetters_FullMethodName, decodeReplay, l.replay, encodeReplay, chain),
		})
	}
}

// server answers the calls; what each does is in the contract.
type server struct {
	operatorv1.UnsafeOperatorServiceServer // a call without a method here does not compile
	listActs                               rpc.Method[*operatorv1.ListActsRequest, *operatorv1.ListActsResponse]
	listDeadLetters                        rpc.Method[*operatorv1.ListDeadLettersRequest, *operatorv1.ListDeadLettersResponse]
	replayDeadLetters                      rpc.Method[*operatorv1.ReplayDeadLettersRequest, *operatorv1.ReplayDeadLettersResponse]
}

func (s *server) ListActs(ctx context.Context, r *operatorv1.ListActsRequest) (*operatorv1.ListActsResponse, error) {
	return s.listActs(ctx, r)
}

func (s *server) ListDeadLetters(ctx context.Context, r *operatorv1.ListDeadLettersRequest) (*operatorv1.ListDeadLettersResponse, error) {
	return s.listDeadLetters(ctx, r)
}

func (s *server) ReplayDeadLetters(ctx context.Context, r *operatorv1.ReplayDeadLettersRequest) (*operatorv1.ReplayDeadLettersResponse, error) {
	return s.replayDeadLetters(ctx, r)
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

// list gives one page of what operators did, newest first.
func list(pool *pgxpool.Pool) func(context.Context, pageInput) (actPage, error) {
	return func(ctx context.Context, in pageInput) (actPage, error) {
		after, size, bad := page.Parse(in.after, in.size)
		if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
			return actPage{}, err
		}
		found, err := acts(ctx, pool, after, size+1) // one more tells whether a page follows
		if err != nil {
			return actPage{}, err
		}
		all, next := page.Cut(found, size, func(a act) page.Cursor { return page.Cursor{Created: a.Created, ID: a.ID} })
		return actPage{all, next}, nil
	}
}

func decodeListActs(_ context.Context, r *operatorv1.ListActsRequest) (pageInput, error) {
	return pageInput{r.GetCursor(), int(r.GetPageSize())}, nil
}

func encodeListActs(p actPage) (*operatorv1.ListActsResponse, error) {
	out := &operatorv1.ListActsResponse{NextCursor: p.next}
	for _, a := range p.acts {
		out.Acts = append(out.Acts, encodeAct(a))
	}
	return out, nil
}

func encodeAct(a act) *operatorv1.Act {
	return &operatorv1.Act{
		Id: a.ID.String(), Operator: a.Operator, Act: a.Act, Subject: a.Subject, Note: a.Note, CreateTime: timestamppb.New(a.Created),
	}
}
