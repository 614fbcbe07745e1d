// Command provenance says how an image was built, as SLSA's predicate: from which commit and which base images, with
// which parameters. A signer puts it into an in-toto statement of its own once the image has a digest;
// deploy/images/README.md has how.
//
//	provenance -repository URL -commit HASH [-base NAME@sha256:…] [PARAMETER=VALUE…]
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
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const buildType = "https://mcwick.example/build/images/v1" // deploy/images/README.md says what its parameters are

func main() {
	if err := run(os.Args[1:], os.Stdout, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "provenance:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer, now time.Time) error {
	flags := flag.NewFlagSet("provenance", flag.ContinueOnError)
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
	text, err := protojson.MarshalOptions{Multiline: true}.Marshal(built)
	if err == nil {
		_, err = fmt.Fprintln(out, string(text))
	}
	return err
}
