package rpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mcwick.example/platform/fault"
)

var errUnknown = fault.New(fault.KindInvalid, "REQUEST_UNKNOWN",
	"The request says what only a newer release understands: upgrade the services first, or use tools of their release.")

// refuseUnknown refuses requests with fields or enumeration values that the contract does not have. Ignored, a filter
// of a newer tool would choose everything, and a guard would guard nothing.
func refuseUnknown(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if m, ok := req.(proto.Message); ok {
		if err := protorange.Range(m.ProtoReflect(), checkKnown); err != nil {
			return nil, fault.ToStatus(err).Err()
		}
	}
	return next(ctx, req)
}

// checkKnown looks at the last value of a path into a message.
func checkKnown(path protopath.Values) error {
	switch value := path.Index(-1).Value.Interface().(type) {
	case protoreflect.Message:
		if len(value.GetUnknown()) > 0 {
			return errUnknown
		}
	case protoreflect.EnumNumber:
		field := path.Index(-1).Step
		if field.Kind() == protopath.ListIndexStep {
			field = path.Index(-2).Step
		}
		if field.FieldDescriptor().Enum().Values().ByNumber(value) == nil {
			return errUnknown
		}
	}
	return nil
}
