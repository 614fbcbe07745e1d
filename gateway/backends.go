package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv3/options"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// backend is all that the gateway knows of a service behind it. How it is called, what may be
// repeated and what status an answer has is in the contract.
type backend struct {
	addr     string
	contract protoreflect.FileDescriptor
	// nil of one that only the gateway itself calls
	register func(context.Context, *runtime.ServeMux, *grpc.ClientConn) error
}

func (c configuration) backends() []backend {
	return []backend{
		{c.GalleryAddr, galleryv1.File_gallery_v1_gallery_proto, galleryv1.RegisterGalleryServiceHandler},
		{c.GenerationAddr, generationv1.File_generation_v1_generation_proto,
			generationv1.RegisterGenerationServiceHandler},
		{c.IdentityAddr, identityv1.File_identity_v1_identity_proto, identityv1.RegisterIdentityServiceHandler},
		{c.MediaAddr, mediav1.File_media_v1_media_proto, mediav1.RegisterMediaServiceHandler},
		{c.MediaAddr, mediav1.File_media_v1_video_proto, mediav1.RegisterVideoServiceHandler},
		{addr: c.ModerationAddr, contract: moderationv1.File_moderation_v1_policy_proto},
		{c.ModerationAddr, moderationv1.File_moderation_v1_case_proto, moderationv1.RegisterCaseServiceHandler},
		{c.WallAddr, wallv1.File_wall_v1_wall_proto, wallv1.RegisterWallServiceHandler},
	}
}

// conns are the connections to the backends, by contract.
type conns map[protoreflect.FileDescriptor]*grpc.ClientConn

func connect(backends []backend) (conns, error) {
	all := make(conns)
	var errs []error
	for _, b := range backends {
		conn, err := rpc.Dial(b.addr, b.contract)
		all[b.contract], errs = conn, append(errs, err)
	}
	return all, errors.Join(errs...)
}

// Close implements io.Closer.
func (c conns) Close() error {
	var errs []error
	for _, conn := range c {
		errs = append(errs, conn.Close())
	}
	return errors.Join(errs...)
}

// statuses are the calls whose answer is not 200, by full method name. The contracts say it, as
// x-status.
func statuses(backends []backend) map[string]int {
	declared := make(map[string]int)
	for _, b := range backends {
		for i := range b.contract.Services().Len() {
			service := b.contract.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				operation, _ := proto.GetExtension(method.Options(), options.E_Openapiv3Operation).(*options.Operation)
				if status, err := strconv.Atoi(operation.GetExtensions()["x-status"].GetStringValue()); err == nil {
					declared[fmt.Sprintf("/%s/%s", service.FullName(), method.Name())] = status
				}
			}
		}
	}
	return declared
}

// setStatus gives calls that accept or create something their own status.
func setStatus(declared map[string]int) func(context.Context, http.ResponseWriter, proto.Message) error {
	return func(ctx context.Context, w http.ResponseWriter, _ proto.Message) error {
		w.Header().Set("Cache-Control", "private, no-store") // what everybody may have, the cache says so of
		if method, ok := runtime.RPCMethod(ctx); ok && declared[method] != 0 {
			w.WriteHeader(declared[method])
		}
		return nil
	}
}
