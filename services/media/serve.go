package main

import (
	"context"
	"errors"
	"slices"

	"google.golang.org/grpc"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing"
	"mcwick.example/services/media/internal/video"
	workstore "mcwick.example/services/media/internal/works/postgres"
	workcalls "mcwick.example/services/media/internal/works/transport"
)

// serve serves calls, and makes videos beside them.
func serve(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	both, err := newShared(ctx, s, c)
	if err != nil {
		return nil, err
	}
	pictures := publishing.New(c.Publishing, publishing.Dependencies{
		Dependencies: both.Dependencies, Picture: both.picture, LinkOthers: video.Link})
	videos, err := video.New(c.Video, both.Dependencies)
	if err != nil {
		return nil, err
	}
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	pictures.Register(server)
	videos.Register(server)
	operators, err := operator.Part(s.Log, c.Operators,
		operator.Common(s.Pool, both.Chain, pictures.Accounts, pictures.Decisions,
			videos.Decisions),
		func(r grpc.ServiceRegistrar) {
			pictures.RegisterOperators(r)
			videos.RegisterOperators(r)
			mediav1.RegisterWorkOperatorServiceServer(r,
				workcalls.NewOperatorServer(workstore.NewStore(s.Pool), both.Chain))
		})
	bytes := lifecycle.MutualHTTP("bytes", c.HTTPAddr, maxConnections, mtls.Own().Server(mtls.VerifyClients),
		mtls.Only("gateway", objects.Handler(s.Log, pictures.Mount, videos.Mount)))
	return slices.Concat(both.parts(), both.Cases.Parts(s.Log, s.Pool, pictures.ImportCases), pictures.Parts(),
		[]lifecycle.Part{bytes}, videos.Parts(),
		[]lifecycle.Part{operators, server.Part()}), err
}

// work makes videos and serves no calls.
func work(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	if c.Video.Workers == 0 {
		return nil, errors.New("VIDEO_WORKERS is 0: then there is no work")
	}
	both, err := newShared(ctx, s, c)
	if err != nil {
		return nil, err
	}
	videos, err := video.New(c.Video, both.Dependencies)
	if err != nil {
		return nil, err
	}
	return append(both.connections(), videos.Workers()...), nil
}
