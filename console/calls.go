package main

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"connectrpc.com/connect"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// maxRequest bounds the body of a call. No operator's call takes more than notes and ids.
const maxRequest = 64 << 10

// backend is the operators' port of a service.
type backend struct {
	conn      *grpc.ClientConn
	contracts []protoreflect.FileDescriptor
}

// backends are the operators' ports by the names of their services.
type backends map[string]backend

// dial opens the connections, which are made on first use.
func (c *configuration) dial() (backends, error) {
	all := make(backends)
	for name, at := range map[string]struct {
		addr      string
		contracts []protoreflect.FileDescriptor
	}{
		"gateway":    {c.GatewayAddr, files(gatewayv1.File_gateway_v1_operator_proto)},
		"generation": {c.GenerationAddr, files(generationv1.File_generation_v1_operator_proto)},
		"media": {c.MediaAddr,
			files(mediav1.File_media_v1_operator_proto, mediav1.File_media_v1_video_operator_proto,
				mediav1.File_media_v1_works_operator_proto)},
		"moderation": {c.ModerationAddr,
			files(moderationv1.File_moderation_v1_operator_proto, moderationv1.File_moderation_v1_case_operator_proto)},
		"wall": {c.WallAddr, files(wallv1.File_wall_v1_operator_proto)},
	} {
		contracts := slices.Concat(at.contracts, files(operatorv1.File_operator_v1_operator_proto))
		conn, err := rpc.Dial(at.addr, contracts...)
		if err != nil {
			return nil, errors.Join(err, all.Close())
		}
		all[name] = backend{conn, contracts}
	}
	return all, nil
}

func files(all ...protoreflect.FileDescriptor) []protoreflect.FileDescriptor { return all }

// Close ends the connections.
func (b backends) Close() error {
	var errs []error
	for _, one := range b {
		errs = append(errs, one.conn.Close())
	}
	return errors.Join(errs...)
}

// handler serves the calls of all services in the Connect protocol, at /{service}/{contract's
// service}/{method}. Streams are not among them.
func (b backends) handler() http.Handler {
	mux := http.NewServeMux()
	for name, one := range b {
		for _, contract := range one.contracts {
			for i := range contract.Services().Len() {
				methods := contract.Services().Get(i).Methods()
				for j := range methods.Len() {
					if method := methods.Get(j); !method.IsStreamingServer() {
						procedure := procedureOf(method)
						mux.Handle("POST /"+name+procedure, newCall(one.conn, procedure, method))
					}
				}
			}
		}
	}
	return mux
}

// procedureOf is the path of a method, such as /moderation.v1.CaseOperatorService/Decide.
func procedureOf(m protoreflect.MethodDescriptor) string {
	return "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
}

// newCall serves one method by calling it with the token of the operator who is signed in.
func newCall(conn *grpc.ClientConn, procedure string, method protoreflect.MethodDescriptor) http.Handler {
	call := func(
		ctx context.Context, r *connect.Request[dynamicpb.Message],
	) (*connect.Response[dynamicpb.Message], error) {
		trace.SpanFromContext(ctx).SetName("POST " + procedure)
		answer := dynamicpb.NewMessage(method.Output())
		if err := conn.Invoke(ctx, procedure, r.Msg, answer, withToken(ctx)); err != nil {
			return nil, toConnectError(err)
		}
		return connect.NewResponse(answer), nil
	}
	return connect.NewUnaryHandler(procedure, call,
		connect.WithSchema(method),
		connect.WithRequestInitializer(func(spec connect.Spec, message any) error {
			*message.(*dynamicpb.Message) = *dynamicpb.NewMessage(spec.Schema.(protoreflect.MethodDescriptor).Input())
			return nil
		}),
		connect.WithReadMaxBytes(maxRequest),
		connect.WithRequireConnectProtocolHeader(), // which another site's form cannot send
	)
}

// toConnectError is a fault in the Connect protocol: its sentence, with those of refused fields, and
// its code in a header.
func toConnectError(err error) error {
	status := fault.ToStatus(err)
	f := fault.From(err)
	sentences := []string{status.Message()}
	if len(f.Fields) > 0 {
		sentences = nil
	}
	for _, field := range f.Fields {
		sentences = append(sentences, field.Message)
	}
	answer := connect.NewError(connect.Code(status.Code()), errors.New(strings.Join(sentences, " ")))
	for _, detail := range status.Proto().GetDetails() {
		if message, err := detail.UnmarshalNew(); err == nil {
			addDetail(answer, message)
		}
	}
	answer.Meta().Set("McWick-Code", f.Reason)
	return answer
}

func addDetail(to *connect.Error, message proto.Message) {
	if detail, err := connect.NewErrorDetail(message); err == nil {
		to.AddDetail(detail)
	}
}
