package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/peer"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	contractv1 "mcwick.example/platform/contract/api/contract/v1"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
)

// publicCaller is the program that calls the methods of the public interface.
const publicCaller = "gateway"

// Callers returns which programs may call a method, as its contract says: the gateway what is on the
// public interface, and those that are named the rest.
func Callers(method protoreflect.MethodDescriptor) ([]string, error) {
	named := proto.GetExtension(method.Options(), contractv1.E_Callers).([]string)
	isPublic := proto.HasExtension(method.Options(), annotations.E_Http)
	switch {
	case isPublic && len(named) > 0:
		return nil, fmt.Errorf("%s is public and names callers", method.FullName())
	case isPublic:
		return []string{publicCaller}, nil
	case len(named) == 0:
		return nil, fmt.Errorf("the contract of %s names no caller", method.FullName())
	}
	return named, nil
}

// allowedCallers returns the programs that may call each method of a server, by full name.
func allowedCallers(server *grpc.Server) (map[string][]string, error) {
	allowed := make(map[string][]string)
	for service, info := range server.GetServiceInfo() {
		if service == healthv1.Health_ServiceDesc.ServiceName {
			continue // any program may ask
		}
		for _, method := range info.Methods {
			if method.IsClientStream || method.IsServerStream {
				return nil, fmt.Errorf("%s.%s is a stream, whose callers are not checked", service, method.Name)
			}
			name := protoreflect.FullName(service + "." + method.Name)
			found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
			if err != nil {
				return nil, err
			}
			callers, err := Callers(found.(protoreflect.MethodDescriptor))
			if err != nil {
				return nil, err
			}
			allowed["/"+service+"/"+method.Name] = callers
		}
	}
	return allowed, nil
}

var errWrongCaller = fault.New(fault.KindForbidden, "CALLER_NOT_ALLOWED",
	"This program may not make that call.")

// authorizeCallers lets calls through whose caller's certificate is of a program that may make them.
func authorizeCallers(log *slog.Logger, allowed func() map[string][]string) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		callers, isKnown := allowed()[info.FullMethod]
		if !isKnown {
			return next(ctx, req) // the health of the server
		}
		program, err := callingProgram(ctx)
		if err != nil || !slices.Contains(callers, program) {
			log.WarnContext(ctx, "caller refused", "method", info.FullMethod, "caller", program, "error", err)
			return nil, fault.ToStatus(errWrongCaller).Err()
		}
		return next(ctx, req)
	}
}

// callingProgram returns whose certificate a call came with.
func callingProgram(ctx context.Context) (string, error) {
	p, _ := peer.FromContext(ctx)
	if p == nil {
		return "", errors.New("the call has no peer")
	}
	secure, ok := p.AuthInfo.(credentials.TLSInfo)
	if !ok {
		return "", errors.New("the call is not encrypted")
	}
	return mtls.Program(secure.State)
}
