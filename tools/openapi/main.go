// Command openapi finishes the OpenAPI document that protoc-gen-openapiv3 begins. The generator
// knows routes, names and types; what only our gateway knows is added here: the problem answer of
// every operation, its real status, the Idempotency-Key header, which fields an answer always has,
// and the rules of requests.
//
//	openapi -image image.binpb -in merged.json -extra openapi.extra.json -out gateway/openapi.json
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

func main() {
	image := flag.String("image", "", "descriptor set that buf built")
	in := flag.String("in", "", "document to finish")
	extra := flag.String("extra", "", "hand-written paths and schemas to merge in")
	out := flag.String("out", "", "finished document")
	flag.Parse()
	if err := run(*image, *in, *extra, *out); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run(image, in, extra, out string) error {
	files, err := readImage(image)
	if err != nil {
		return err
	}
	var doc, more object
	if err := readJSON(in, &doc); err != nil {
		return err
	}
	if err := readJSON(extra, &more); err != nil {
		return err
	}
	dropUnspecified(doc)
	if err := writeRules(doc, files); err != nil {
		return err
	}
	finishOperations(doc)
	requireAnswerFields(doc, files)
	if err := shortenNames(doc); err != nil {
		return err
	}
	merge(doc, more)
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(b, '\n'), 0o644)
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func readImage(path string) (*protoregistry.Files, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(b, &set); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, err
	}
	// Once more, with the options that the files themselves declare.
	if err := (proto.UnmarshalOptions{Resolver: dynamicpb.NewTypes(files)}).Unmarshal(b, &set); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return protodesc.NewFiles(&set)
}
