// Command provenance says how an image was built, as an in-toto statement with SLSA provenance: from
// which commit and which base images, with which parameters. deploy/images/README.md has how it is
// signed.
//
//	provenance -name mcwick/gallery -digest sha256:… -repository URL -commit HASH \
//		[-base NAME@sha256:…] [PARAMETER=VALUE…]
//	provenance -predicate -repository URL -commit HASH …
//
// With -predicate it is what a signer puts into a statement of its own once the image has a digest.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	provenancev1 "github.com/in-toto/attestation/go/predicates/provenance/v1"
	statementv1 "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	predicateType = "https://slsa.dev/provenance/v1"
	buildType     = "https://mcwick.example/build/images/v1" // deploy/images/README.md says what its parameters are
)

func main() {
	if err := run(os.Args[1:], os.Stdout, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "provenance:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer, now time.Time) error {
	flags := flag.NewFlagSet("provenance", flag.ContinueOnError)
	predicateAlone := flags.Bool("predicate", false, "write the predicate alone; neither name nor digest is needed")
	name := flags.String("name", "", "the image's name")
	digest := flags.String("digest", "", "its digest, sha256:…")
	repository := flags.String("repository", "", "where the commit is, such as git+https://…")
	commit := flags.String("commit", "", "the commit's hash")
	builder := flags.String("builder", "https://mcwick.example/builder/local", "who builds, by an address that stands for it")
	var bases []*statementv1.ResourceDescriptor
	flags.Func("base", "a base image by its digest; may be repeated", func(s string) error {
		name, digest, found := strings.Cut(s, "@sha256:")
		if !found {
			return errors.New("it has no digest")
		}
		bases = append(bases, &statementv1.ResourceDescriptor{Name: name, Digest: map[string]string{"sha256": digest}})
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	hash, isHash := strings.CutPrefix(*digest, "sha256:")
	if !isHash && !*predicateAlone {
		return fmt.Errorf("the digest is %q, not sha256:…", *digest)
	}
	parameters := make(map[string]any)
	for _, parameter := range flags.Args() {
		key, value, _ := strings.Cut(parameter, "=")
		parameters[key] = value
	}
	external, err := structpb.NewStruct(parameters)
	if err != nil {
		return err
	}
	source := &statementv1.ResourceDescriptor{Uri: *repository, Digest: map[string]string{"gitCommit": *commit}}
	built := &provenancev1.Provenance{
		BuildDefinition: &provenancev1.BuildDefinition{
			BuildType: buildType, ExternalParameters: external,
			ResolvedDependencies: append([]*statementv1.ResourceDescriptor{source}, bases...),
		},
		RunDetails: &provenancev1.RunDetails{
			Builder:  &provenancev1.Builder{Id: *builder},
			Metadata: &provenancev1.BuildMetadata{FinishedOn: timestamppb.New(now)},
		},
	}
	if err := built.Validate(); err != nil {
		return err
	}
	if *predicateAlone {
		return write(out, built)
	}
	written, err := protojson.Marshal(built)
	if err != nil {
		return err
	}
	predicate := new(structpb.Struct)
	if err := protojson.Unmarshal(written, predicate); err != nil {
		return err
	}
	statement := &statementv1.Statement{
		Type: statementv1.StatementTypeUri, PredicateType: predicateType, Predicate: predicate,
		Subject: []*statementv1.ResourceDescriptor{{Name: *name, Digest: map[string]string{"sha256": hash}}},
	}
	if err := statement.Validate(); err != nil {
		return err
	}
	return write(out, statement)
}

func write(out io.Writer, message proto.Message) error {
	text, err := protojson.MarshalOptions{Multiline: true}.Marshal(message)
	if err == nil {
		_, err = fmt.Fprintln(out, string(text))
	}
	return err
}
