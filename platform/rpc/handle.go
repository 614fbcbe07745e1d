// Package rpc makes a gRPC call one typed line on the server's side (Handle) and gives both sides
// their chains. All go-kit imports of the repository are here: go-kit is finished software, and this
// is the one package to change if it has to go.
package rpc

import (
	"context"
	"path"

	"github.com/go-kit/kit/endpoint"
	kitgrpc "github.com/go-kit/kit/transport/grpc"

	"mcwick.example/platform/fault"
)

// Method is a gRPC method ready to be called from the generated server interface.
type Method[PReq, PResp any] func(context.Context, PReq) (PResp, error)

// Chain makes the middlewares of one call from its name, such as ListImages, outermost first.
type Chain func(name string) []endpoint.Middleware

// Handle builds the method of that full name (the generated constant) for one use case. Inside the chain it decodes the message and its caller,
// runs the use case and encodes its answer, so the chain sees whatever goes wrong. Each of them just
// returns an error; faults that are refusals pass the middlewares as answers, so only broken things
// count as failures there.
func Handle[PReq, PResp, Req, Resp any](
	fullMethod string,
	decode func(context.Context, PReq) (Req, error),
	useCase func(context.Context, Req) (Resp, error),
	encode func(Resp) (PResp, error),
	chain Chain,
) Method[PReq, PResp] {
	e := endpoint.Endpoint(func(ctx context.Context, req any) (any, error) {
		resp, err := answer(ctx, req.(PReq), decode, useCase, encode)
		if err != nil && !fault.IsFault(err) {
			return refusal{err}, nil
		}
		return resp, err
	})
	middlewares := chain(path.Base(fullMethod))
	for i := len(middlewares) - 1; i >= 0; i-- {
		e = middlewares[i](e)
	}
	handler := kitgrpc.NewServer(e,
		func(_ context.Context, req any) (any, error) { return req, nil },
		func(_ context.Context, resp any) (any, error) {
			if r, ok := resp.(refusal); ok {
				return nil, r.err
			}
			return resp, nil
		})
	return func(ctx context.Context, req PReq) (none PResp, _ error) {
		_, resp, err := handler.ServeGRPC(ctx, req)
		if err != nil {
			return none, fault.ToStatus(err).Err()
		}
		return resp.(PResp), nil
	}
}

// answer is one call from message to message.
func answer[PReq, PResp, Req, Resp any](
	ctx context.Context,
	message PReq,
	decode func(context.Context, PReq) (Req, error),
	useCase func(context.Context, Req) (Resp, error),
	encode func(Resp) (PResp, error),
) (none PResp, _ error) {
	req, err := decode(ctx, message)
	if err != nil {
		return none, err
	}
	resp, err := useCase(ctx, req)
	if err != nil {
		return none, err
	}
	return encode(resp)
}

// refusal is an answer that says no. It implements endpoint.Failer.
type refusal struct{ err error }

// Failed gives the refusal to middlewares that want to know.
func (r refusal) Failed() error { return r.err }
