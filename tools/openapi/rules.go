package main

import (
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// The regular expressions of the kinds of text, as ECMAScript has them. They know the characters of
// the basic plane.
const (
	hidden   = `\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
	lineEnds = `\n\u2028\u2029`
	// shapeless characters are not enough for a text that must show something.
	shapeless = `\s\u00a0\u00ad\u034f\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e` +
		`\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`
	id     = `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`
	handle = `@?[A-Za-z0-9_]{1,50}`
)

// rules are those of one field, as contract.v1.Rules names them. They are read by reflection,
// because this module links no contract.
type rules struct{ protoreflect.Message }

// rulesOf returns the rules of a field; ok is false where it has none.
func rulesOf(f protoreflect.FieldDescriptor) (r rules, ok bool) {
	f.Options().ProtoReflect().Range(func(option protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if option.FullName() == "contract.v1.rules" {
			r, ok = rules{v.Message()}, true
		}
		return !ok
	})
	return r, ok
}

func (r rules) field(name string) protoreflect.FieldDescriptor {
	f := r.Descriptor().Fields().ByName(protoreflect.Name(name))
	if f == nil {
		panic("contract.v1.Rules has no " + name)
	}
	return f
}

func (r rules) has(name string) bool    { return r.Has(r.field(name)) }
func (r rules) int(name string) int     { return int(r.Get(r.field(name)).Int()) }
func (r rules) bool(name string) bool   { return r.Get(r.field(name)).Bool() }
func (r rules) text(name string) string { return r.Get(r.field(name)).String() }

// number returns whole numbers as JSON writes them.
func (r rules) number(name string) any {
	if n := r.Get(r.field(name)).Float(); n != math.Trunc(n) {
		return n
	}
	return int64(r.Get(r.field(name)).Float())
}

func (r rules) kind() string {
	f := r.field("kind")
	return string(f.Enum().Values().ByNumber(r.Get(f).Enum()).Name())
}

func (r rules) values() (all []any) {
	list := r.Get(r.field("values")).List()
	for i := range list.Len() {
		all = append(all, list.Get(i).String())
	}
	if all != nil && r.bool("or_empty") {
		all = append(all, "")
	}
	return all
}

// pattern is the regular expression of a text; empty for none.
func (r rules) pattern() string {
	shows := r.int("min_length") > 0
	plain := func(not string) string {
		if shows {
			return fmt.Sprintf("[^%s]*[^%s%s][^%s]*", not, not, shapeless, not)
		}
		return fmt.Sprintf("[^%s]*", not)
	}
	p := map[string]string{
		"KIND_UNSPECIFIED": r.text("pattern"), "KIND_PLAIN": plain(hidden), "KIND_LINE": plain(hidden + lineEnds),
		"KIND_ID": id, "KIND_HANDLE": handle,
	}[r.kind()]
	if p == "" {
		return ""
	}
	if r.bool("or_empty") {
		p = "(" + p + ")?"
	}
	return "^" + p + "$"
}

// write puts the rules into the schema of a field of a request.
func (r rules) write(schema object) {
	text := schema
	if items, ok := schema["items"].(object); ok {
		text = items
	}
	for name, at := range map[string]string{"min_items": "minItems", "max_items": "maxItems", "min_length": "minLength",
		"max_length": "maxLength"} {
		if r.has(name) {
			schema[at] = r.int(name)
		}
	}
	for name, at := range map[string]string{"minimum": "minimum", "maximum": "maximum", "multiple_of": "multipleOf"} {
		if r.has(name) {
			schema[at] = r.number(name)
		}
	}
	if p := r.pattern(); p != "" {
		text["pattern"] = p
	}
	if values := r.values(); values != nil {
		text["enum"] = values
	}
}

// writeRules puts the rules of every public call into the document: those of its parameters, of its
// body and of what the body holds.
func writeRules(doc object, files *protoregistry.Files) error {
	schemas := doc["components"].(object)["schemas"].(object)
	calls := callsOf(files)
	for path, item := range doc["paths"].(object) {
		for method, op := range item.(object) {
			input, ok := calls[strings.ToUpper(method)+" "+path]
			if !ok {
				return fmt.Errorf("no contract has %s %s", method, path)
			}
			operation := op.(object)
			params, _ := operation["parameters"].([]any)
			for _, p := range params {
				if field := fieldOf(input, p.(object)["name"]); field != nil {
					writeField(p.(object), p.(object)["schema"].(object), field)
				}
			}
			if body, ok := operation["requestBody"].(object); ok {
				writeObject(body["content"].(object)["application/json"].(object)["schema"].(object), input, schemas)
			}
			for _, response := range operation["responses"].(object) {
				if r := response.(object); strings.HasPrefix(fmt.Sprint(r["description"]), "A generic empty message") {
					r["description"] = "Done."
				}
			}
		}
	}
	return writeAnswers(schemas, files)
}

// callsOf are the input messages by method and path, as the generator writes them.
func callsOf(files *protoregistry.Files) map[string]protoreflect.MessageDescriptor {
	calls := make(map[string]protoreflect.MessageDescriptor)
	files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				methods.Get(j).Options().ProtoReflect().Range(func(option protoreflect.FieldDescriptor,
					v protoreflect.Value) bool {
					if option.FullName() == "google.api.http" {
						v.Message().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
							if f.ContainingOneof() != nil && f.Kind() == protoreflect.StringKind {
								calls[strings.ToUpper(string(f.Name()))+" "+v.String()] = methods.Get(j).Input()
							}
							return true
						})
					}
					return true
				})
			}
		}
		return true
	})
	return calls
}

// fieldOf is the field that a parameter fills, in whichever spelling it has so far.
func fieldOf(m protoreflect.MessageDescriptor, name any) protoreflect.FieldDescriptor {
	text, _ := name.(string)
	if f := m.Fields().ByJSONName(text); f != nil {
		return f
	}
	return m.Fields().ByName(protoreflect.Name(text))
}

// writeField puts the rules of a field into its schema, and says beside it what a schema cannot.
func writeField(described, schema object, f protoreflect.FieldDescriptor) {
	r, ok := rulesOf(f)
	if !ok {
		return
	}
	r.write(schema)
	if said, _ := described["description"].(string); r.has("max_length") && !strings.Contains(said, "UTF-16") {
		described["description"] = said +
			" The length is counted in UTF-16 code units, of which an emoji takes two or more."
	}
}

// writeObject puts the rules of a message that a request carries into its schema: no other fields,
// and one alone of a oneof.
func writeObject(schema object, m protoreflect.MessageDescriptor, schemas object) {
	if schema["additionalProperties"] == false {
		return // two calls carry it
	}
	schema["additionalProperties"] = false
	for i := range m.Oneofs().Len() {
		if o := m.Oneofs().Get(i); !o.IsSynthetic() && o.Fields().Len() == m.Fields().Len() {
			schema["minProperties"], schema["maxProperties"] = 1, 1
		}
	}
	properties, _ := schema["properties"].(object)
	for name, property := range properties {
		f := m.Fields().ByJSONName(name)
		p := property.(object)
		writeField(p, p, f)
		if inner := f.Message(); inner != nil {
			if held, ok := schemas[string(inner.FullName())].(object); ok {
				writeObject(held, inner, schemas)
			}
		}
	}
}

// writeAnswers puts the rules of what answers hold into its schemas: all values that there are; and
// null, or an enum's first value, where they may say that there is nothing.
func writeAnswers(schemas object, files *protoregistry.Files) error {
	for name, schema := range schemas {
		d, err := files.FindDescriptorByName(protoreflect.FullName(name))
		m, ok := d.(protoreflect.MessageDescriptor)
		if err != nil || !ok {
			continue
		}
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			r, ok := rulesOf(f)
			if !ok {
				continue
			}
			property := schema.(object)["properties"].(object)[f.JSONName()].(object)
			if values := r.values(); values != nil {
				property["enum"] = values
			}
			if !r.bool("or_none") {
				continue
			}
			var none object
			switch {
			case f.Enum() != nil: // which requests may have, too, and never with this value
				none = object{"type": "string", "enum": []any{string(f.Enum().Values().Get(0).Name())}}
			case f.Message() != nil:
				none = object{"type": "null"}
			default:
				return fmt.Errorf("%s cannot be nothing", f.FullName())
			}
			property["oneOf"] = []any{object{"$ref": property["$ref"]}, none}
			delete(property, "$ref")
		}
	}
	return nil
}
