// Package strict reads requests without the leniency of protojson and of grpc-gateway: a body or a
// query that is not exactly what the contract describes is refused, and the refusal names the
// field.
package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// JSON is the gateway's marshaler. It writes every field, also empty ones, as the OpenAPI document
// says; it reads camelCase names only, no null, no unknown or repeated field, no numbers in
// strings, and nothing after the document.
type JSON struct{ runtime.JSONPb }

// NewJSON makes the marshaler.
func NewJSON() *JSON {
	return &JSON{runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{EmitDefaultValues: true}}}
}

// NewDecoder reads one message from r.
func (j *JSON) NewDecoder(r io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(v any) error {
		m, ok := v.(proto.Message)
		if !ok {
			return fmt.Errorf("cannot decode into %T", v)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := check(body, m.ProtoReflect().Descriptor()); err != nil {
			return err
		}
		if err := readMessage.Unmarshal(body, m); err != nil {
			return unreadableField("", "The body could not be read.")
		}
		return nil
	})
}

// readMessage reads what check has passed. A value that an enum does not have is as if it were not
// there: every enum of a request is required, and the service has a sentence for the one that
// misses.
var readMessage = protojson.UnmarshalOptions{DiscardUnknown: true}

// Unmarshal reads one message.
func (j *JSON) Unmarshal(b []byte, v any) error { return j.NewDecoder(bytes.NewReader(b)).Decode(v) }

// check walks the document beside the message's descriptor. The decoder itself refuses repeated
// names and broken UTF-8.
func check(body []byte, d protoreflect.MessageDescriptor) error {
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	if err := checkMessage(dec, d, ""); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return unreadableField("", "The body goes on after its end.")
	}
	return nil
}

func checkMessage(dec *jsontext.Decoder, d protoreflect.MessageDescriptor, path string) error {
	if err := expectKind(dec, '{', path); err != nil {
		return err
	}
	said := make(map[protoreflect.OneofDescriptor]bool)
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return unreadableField(path, "The body is not valid JSON.")
		}
		field := d.Fields().ByJSONName(name.String())
		at := joinPath(path, name.String())
		if field == nil {
			return unreadableField(at, "There is no such field.")
		}
		if one := field.ContainingOneof(); one != nil {
			if said[one] {
				return unreadableField(at, "Only one of these may be said.")
			}
			said[one] = true
		}
		if err := checkField(dec, field, at); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func checkField(dec *jsontext.Decoder, f protoreflect.FieldDescriptor, path string) error {
	if f.IsMap() {
		return unreadableField(path, "Maps are not part of any request.")
	}
	if !f.IsList() {
		return checkValue(dec, f, path)
	}
	if err := expectKind(dec, '[', path); err != nil {
		return err
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		if err := checkValue(dec, f, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func checkValue(dec *jsontext.Decoder, f protoreflect.FieldDescriptor, path string) error {
	if m := f.Message(); m != nil && m.ParentFile().Package() != "google.protobuf" {
		return checkMessage(dec, m, path)
	}
	got := dec.PeekKind()
	if got == 'f' {
		got = 't' // both are booleans
	}
	if want := kindOf(f); got != want {
		return unreadableField(path, "This field has another type.")
	}
	if got == '0' {
		return checkNumber(dec, f, path)
	}
	return skip(dec, path)
}

// checkNumber refuses numbers that the field cannot hold.
func checkNumber(dec *jsontext.Decoder, f protoreflect.FieldDescriptor, path string) error {
	text, err := dec.ReadValue()
	if err != nil {
		return unreadableField(path, "The body is not valid JSON.")
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return unreadableField(path, "This number is too large.")
	}
	if f.Kind() == protoreflect.Int32Kind && (n != math.Trunc(n) || n < math.MinInt32 || n > math.MaxInt32) {
		return unreadableField(path, "This field is a whole number of 32 bits.")
	}
	return nil
}

// kindOf is the first character of a field's JSON form.
func kindOf(f protoreflect.FieldDescriptor) jsontext.Kind {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return 't'
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.Uint32Kind,
		protoreflect.Fixed32Kind, protoreflect.FloatKind, protoreflect.DoubleKind:
		return '0'
	default: // strings, bytes, enums, 64-bit numbers, time stamps and durations
		return '"'
	}
}

func expectKind(dec *jsontext.Decoder, kind jsontext.Kind, path string) error {
	if dec.PeekKind() != kind {
		if path == "" {
			return unreadableField(path, "The body must be a JSON object.")
		}
		return unreadableField(path, "This field has another type.")
	}
	_, err := dec.ReadToken()
	return err
}

func skip(dec *jsontext.Decoder, path string) error {
	if err := dec.SkipValue(); err != nil {
		return unreadableField(path, "The body is not valid JSON.")
	}
	return nil
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
