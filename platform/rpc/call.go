// Package rpc makes a gRPC call one typed line on the server's side (Call) and gives both sides
// their chains. All go-kit imports of the repository are here: go-kit is finished software, and
// this is the one package to change if it has to go.
package rpc

import (
	"context"

	"github.com/go-kit/kit/endpoint"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
)

// Call is the body of a gRPC method: it decodes the message and its caller, runs the use case and
// encodes its answer, inside the chain, which sees whatever goes wrong. The first two just return an
// error; faults that are refusals pass the middlewares as answers, so only broken things count as
// failures there.
func Call[PReq, PResp, Req, Resp any](
	ctx context.Context,
	chain Chain,
	message PReq,
	decode func(context.Context, PReq) (Req, error),
	useCase func(context.Context, Req) (Resp, error),
	encode func(Resp) PResp,
) (none PResp, _ error) {
	call := endpoint.Endpoint(func(ctx context.Context, _ any) (any, error) {
		req, err := decode(ctx, message)
		if err != nil {
			return refuse(err)
		}
		resp, err := useCase(ctx, req)
		if err != nil {
			return refuse(err)
		}
		return encode(resp), nil
	})
	method, _ := grpc.Method(ctx)
	answered, err := chain.middleware(method)(call)(ctx, message)
	if refused, ok := answered.(refusal); err == nil && ok {
		err = refused.err
	}
	if err != nil {
		return none, fault.ToStatus(err).Err()
	}
	return answered.(PResp), nil
}

// refuse returns what a call that failed gives the chain.
func refuse(err error) (any, error) {
	if fault.IsFault(err) {
		return nil, err
	}
	return refusal{err}, nil
}

// refusal is an answer that says no. It implements endpoint.Failer.
type refusal struct{ err error }

// Failed returns the refusal to middlewares that want to know.
func (r refusal) Failed() error { return r.err }
