package rpc

import (
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxID bounds what a span keeps of an id, in bytes: a request's may be anything.
const maxID = 64

// idAttributes are what a message says of which things it is about, so that the span of one
// artwork's publication can be found: artwork_id is artwork.id, and the id of a Publication
// publication.id. Whatever is secret has another name; who asks, the visitor_id, is on no span.
func idAttributes(m any) []attribute.KeyValue {
	message, ok := m.(proto.Message)
	if !ok {
		return nil
	}
	var found []attribute.KeyValue
	r := message.ProtoReflect()
	r.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		about, isID := strings.CutSuffix(string(f.Name()), "_id")
		if f.Name() == "id" {
			about, isID = strings.ToLower(string(r.Descriptor().Name())), true
		}
		if isID && about != "visitor" && f.Kind() == protoreflect.StringKind && !f.IsList() {
			id := v.String()
			found = append(found, attribute.String(about+".id", strings.ToValidUTF8(id[:min(len(id), maxID)], "")))
		}
		return true
	})
	return found
}
