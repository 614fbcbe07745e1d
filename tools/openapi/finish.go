package main

import (
	"fmt"
	"regexp"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

type object = map[string]any

const (
	schemaPrefix = "#/components/schemas/"
	httpBody     = "google.api.HttpBody"
)

// finishOperations gives each operation its tag, path parameters, status, header and problem
// answer.
func finishOperations(doc object) {
	paths := doc["paths"].(object)
	for path, item := range paths {
		for _, op := range item.(object) {
			finishOperation(op.(object))
		}
		if camel := camelPath(path); camel != path {
			paths[camel] = item
			delete(paths, path)
		}
	}
	for _, tag := range doc["tags"].([]any) {
		tag.(object)["name"] = tagName(tag.(object)["name"].(string))
	}
}

// tagName turns GalleryService into gallery.
func tagName(service string) string { return strings.ToLower(strings.TrimSuffix(service, "Service")) }

func finishOperation(op object) {
	for i, tag := range op["tags"].([]any) {
		op["tags"].([]any)[i] = tagName(tag.(string))
	}
	params, _ := op["parameters"].([]any)
	for _, p := range params {
		if p := p.(object); p["in"] == "path" {
			p["name"] = camel(p["name"].(string))
		}
	}
	if op["x-idempotent"] == true {
		params = append(params, object{"$ref": "#/components/parameters/IdempotencyKey"})
	}
	if op["x-solvable"] == true {
		params = append(params, object{"$ref": "#/components/parameters/Solution"})
	}
	if params != nil {
		op["parameters"] = params
	}
	responses := op["responses"].(object)
	if status, ok := op["x-status"].(string); ok {
		responses[status] = responses["200"]
		delete(responses, "200")
	}
	if media, ok := op["x-binary"].(string); ok { // the call answers with bytes, not with a message
		responses["200"] = object{
			"description": "The bytes.",
			"content":     object{media: object{"schema": object{"type": "string", "format": "binary"}}},
		}
	}
	responses["default"] = object{"$ref": "#/components/responses/Problem"}
	delete(op, "x-binary")
	delete(op, "x-idempotent")
	delete(op, "x-solvable")
	delete(op, "x-status")
}

// requireAnswerFields marks what the gateway's marshaler always writes, in every message that an
// answer can reach: all fields without presence, because empty values are written too.
func requireAnswerFields(doc object, files *protoregistry.Files) {
	schemas := doc["components"].(object)["schemas"].(object)
	reached := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case object:
			if ref, ok := v["$ref"].(string); ok {
				name := strings.TrimPrefix(ref, schemaPrefix)
				if !reached[name] && schemas[name] != nil {
					reached[name] = true
					walk(schemas[name])
				}
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	for _, item := range doc["paths"].(object) {
		for _, op := range item.(object) {
			walk(op.(object)["responses"])
		}
	}
	for name := range reached {
		d, err := files.FindDescriptorByName(protoreflect.FullName(name))
		message, ok := d.(protoreflect.MessageDescriptor)
		if err != nil || !ok {
			continue
		}
		var required []any
		for i := range message.Fields().Len() {
			if f := message.Fields().Get(i); !f.HasPresence() {
				required = append(required, f.JSONName())
			}
		}
		if required != nil {
			schemas[name].(object)["required"] = required
		}
	}
}

// dropUnspecified removes the zero values of enums, which are sent where or_none says so alone.
func dropUnspecified(doc object) {
	for _, s := range doc["components"].(object)["schemas"].(object) {
		values, ok := s.(object)["enum"].([]any)
		if !ok {
			continue
		}
		kept := values[:0]
		for _, v := range values {
			if name, _ := v.(string); !strings.HasSuffix(name, "_UNSPECIFIED") {
				kept = append(kept, v)
			}
		}
		s.(object)["enum"] = kept
	}
}

// shortenNames turns generation.v1.Job into Job; two packages must not share a name.
func shortenNames(doc object) error {
	components := doc["components"].(object)
	short, taken := object{}, map[string]string{}
	for name, schema := range components["schemas"].(object) {
		s := name[strings.LastIndexByte(name, '.')+1:]
		if other, ok := taken[s]; ok {
			return fmt.Errorf("schemas %s and %s share a name", name, other)
		}
		if name == httpBody {
			continue // stands for bytes; see x-binary
		}
		taken[s], short[s] = name, schema
	}
	components["schemas"] = short
	renameRefs(doc)
	return nil
}

func renameRefs(v any) {
	switch v := v.(type) {
	case object:
		if ref, ok := v["$ref"].(string); ok && strings.HasPrefix(ref, schemaPrefix) {
			v["$ref"] = schemaPrefix + ref[strings.LastIndexAny(ref, "./")+1:]
		}
		for _, x := range v {
			renameRefs(x)
		}
	case []any:
		for _, x := range v {
			renameRefs(x)
		}
	}
}

// merge puts the hand-written part over the document, object by object.
func merge(dst, src object) {
	for k, v := range src {
		from, ok := v.(object)
		to, both := dst[k].(object)
		if ok && both {
			merge(to, from)
			continue
		}
		dst[k] = v
	}
}

var snake = regexp.MustCompile(`_[a-z]`)

func camel(s string) string {
	return snake.ReplaceAllStringFunc(s, func(m string) string { return strings.ToUpper(m[1:]) })
}

func camelPath(path string) string {
	return regexp.MustCompile(`\{[^}]*\}`).ReplaceAllStringFunc(path, camel)
}
