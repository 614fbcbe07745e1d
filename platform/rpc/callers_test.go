package rpc

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"path/filepath"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/emptypb"

	contractv1 "mcwick.example/platform/contract/api/contract/v1"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/testkit"
)

// registerDoor makes a contract known whose methods have these options, by name.
func registerDoor(t *testing.T, pkg string, methods map[string]*descriptorpb.MethodOptions) *grpc.ServiceDesc {
	t.Helper()
	service := &descriptorpb.ServiceDescriptorProto{Name: proto.String("Door")}
	desc := &grpc.ServiceDesc{ServiceName: pkg + ".Door", HandlerType: (*any)(nil)}
	for name, options := range methods {
		empty := proto.String(".google.protobuf.Empty")
		service.Method = append(service.Method, &descriptorpb.MethodDescriptorProto{
			Name: &name, InputType: empty, OutputType: empty, Options: options})
		desc.Methods = append(desc.Methods, grpc.MethodDesc{MethodName: name,
			Handler: func(_ any, ctx context.Context, decode func(any) error, i grpc.UnaryServerInterceptor) (any, error) {
				in := &emptypb.Empty{}
				if err := decode(in); err != nil {
					return nil, err
				}
				return i(ctx, in, &grpc.UnaryServerInfo{FullMethod: "/" + pkg + ".Door/" + name},
					func(context.Context, any) (any, error) { return &emptypb.Empty{}, nil })
			}})
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String(pkg + "/door.proto"), Package: proto.String(pkg), Syntax: proto.String("proto3"),
		Dependency: []string{"google/protobuf/empty.proto"},
		Service:    []*descriptorpb.ServiceDescriptorProto{service},
	}, protoregistry.GlobalFiles)
	if err == nil {
		err = protoregistry.GlobalFiles.RegisterFile(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return desc
}

func optionsWith(callers ...string) *descriptorpb.MethodOptions {
	o := &descriptorpb.MethodOptions{}
	proto.SetExtension(o, contractv1.E_Callers, callers)
	return o
}

func publicOptions() *descriptorpb.MethodOptions {
	o := &descriptorpb.MethodOptions{}
	proto.SetExtension(o, annotations.E_Http, &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/door"}})
	return o
}

// Verifies MTLS-1, MTLS-3.
func TestContractNamesCallers(t *testing.T) {
	authority, err := mtls.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	configure := func(program string) {
		t.Helper()
		if err := authority.Issue(filepath.Join(dir, program), program, "localhost"); err != nil {
			t.Fatal(err)
		}
		if err := mtls.Configure(mtls.Config{Dir: filepath.Join(dir, program)}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = mtls.Configure(mtls.Config{}) })

	configure("media")
	_, port, _ := net.SplitHostPort(testkit.FreeAddr(t))
	s := NewServer(testkit.DiscardLog(), "localhost:"+port)
	s.RegisterService(registerDoor(t, "named", map[string]*descriptorpb.MethodOptions{
		"Public": publicOptions(), "Internal": optionsWith("generation", "wall"),
	}), struct{}{})
	part := s.Part()
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = part.Stop(context.Background()) })

	for program, may := range map[string]map[string]bool{
		"gateway": {"Public": true}, "generation": {"Internal": true}, "wall": {"Internal": true}, "identity": {},
	} {
		configure(program)
		conn, err := Dial(s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, method := range []string{"Public", "Internal"} {
			err := conn.Invoke(t.Context(), "/named.Door/"+method, &emptypb.Empty{}, &emptypb.Empty{})
			if may[method] && err != nil || !may[method] && !errors.Is(err, errWrongCaller) {
				t.Errorf("%s calls %s: %v", program, method, err)
			}
		}
		if _, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{}); err != nil {
			t.Errorf("%s asks for the health: %v", program, err)
		}
	}

	plain, err := grpc.NewClient(s.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if err := plain.Invoke(t.Context(), "/named.Door/Public", &emptypb.Empty{}, &emptypb.Empty{}); err == nil {
		t.Error("a call in plain text is answered")
	}
}

// A contract that leaves open who may call is found when the server starts.
// Verifies MTLS-3, REQ-17.
func TestServerNeedsCallersOfEachMethod(t *testing.T) {
	authority, err := mtls.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := authority.Issue(dir, "media", "localhost"); err != nil {
		t.Fatal(err)
	}
	if err := mtls.Configure(mtls.Config{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mtls.Configure(mtls.Config{}) })
	both := publicOptions()
	proto.SetExtension(both, contractv1.E_Callers, []string{"wall"})
	for name, options := range map[string]*descriptorpb.MethodOptions{"open": nil, "both": both} {
		s := NewServer(testkit.DiscardLog(), testkit.FreeAddr(t))
		s.RegisterService(registerDoor(t, name, map[string]*descriptorpb.MethodOptions{"Enter": options}), struct{}{})
		if err := s.Part().Start(t.Context(), func(error) {}); err == nil {
			t.Errorf("a server starts whose contract is %s", name)
			s.Stop()
		}
	}

	anybody := func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		return next(ctx, req)
	}
	_, port, _ := net.SplitHostPort(testkit.FreeAddr(t))
	operators := NewOperatorServer(testkit.DiscardLog(), "localhost:"+port, anybody)
	operators.RegisterService(registerDoor(t, "people", map[string]*descriptorpb.MethodOptions{"Enter": nil}), struct{}{})
	part := operators.Part()
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = part.Stop(context.Background()) })
	roots, err := mtls.ReadRoots(filepath.Join(dir, "ca.crt"))
	if err != nil {
		t.Fatal(err)
	}
	person, err := grpc.NewClient(operators.addr,
		grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13})))
	if err != nil {
		t.Fatal(err)
	}
	defer person.Close()
	if err := person.Invoke(t.Context(), "/people.Door/Enter", &emptypb.Empty{}, &emptypb.Empty{}); err != nil {
		t.Errorf("a person without a certificate: %v", err)
	}
	newer := &emptypb.Empty{}
	newer.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1))
	err = person.Invoke(t.Context(), "/people.Door/Enter", newer, &emptypb.Empty{})
	if f := fault.From(fault.FromStatus(err)); f == nil || f.Reason != "REQUEST_UNKNOWN" {
		t.Errorf("a field of a newer release: %v", err)
	}
}
