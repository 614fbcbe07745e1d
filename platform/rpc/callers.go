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
	methods, err := ServerMethods(server)
	if err != nil {
		return nil, err
	}
	allowed := make(map[string][]string)
	for name, method := range methods {
		if allowed[name], err = Callers(method); err != nil {
			return nil, err
		}
	}
	return allowed, nil
}

// ServerMethods returns the methods of a server by full name, without those of its health, which any program may
// call. A stream is an error, because its callers are not checked.
func ServerMethods(server *grpc.Server) (map[string]protoreflect.MethodDescriptor, error) {
	methods := make(map[string]protoreflect.MethodDescriptor)
	for service, info := range server.GetServiceInfo() {
		if service == healthv1.Health_ServiceDesc.ServiceName {
			continue
		}
		for _, method := range info.Methods {
			name := service + "." + method.Name
			if method.IsClientStream || method.IsServerStream {
				return nil, fmt.Errorf("%s is a stream, whose callers are not checked", name)
			}
			found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			methods["/"+service+"/"+method.Name] = found.(protoreflect.MethodDescriptor)
		}
	}
	return methods, nil
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
