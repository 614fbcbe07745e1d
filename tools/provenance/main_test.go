package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	provenancev1 "github.com/in-toto/attestation/go/predicates/provenance/v1"
	statementv1 "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

var (
	digest = "sha256:" + strings.Repeat("a", 64)
	commit = strings.Repeat("c", 40)
)

// What is written is a statement and a predicate as their specifications have them, without a field that
// these do not know.
// Verifies OPS-37.
func TestStatementIsThatOfItsSpecification(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-name", "mcwick/gallery", "-digest", digest, "-repository", "git+https://example.org/mcwick",
		"-commit", commit, "-base", "golang:1.26@" + digest, "program=services/gallery"}, &out, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	statement := new(statementv1.Statement)
	if err := protojson.Unmarshal(out.Bytes(), statement); err != nil {
		t.Fatal(err)
	}
	if err := statement.Validate(); err != nil {
		t.Error(err)
	}
	predicate, err := protojson.Marshal(statement.GetPredicate())
	if err != nil {
		t.Fatal(err)
	}
	built := new(provenancev1.Provenance)
	if err := protojson.Unmarshal(predicate, built); err != nil {
		t.Fatal(err)
	}
	if err := built.Validate(); err != nil {
		t.Error(err)
	}
	from := built.GetBuildDefinition().GetResolvedDependencies()
	if statement.GetSubject()[0].GetDigest()["sha256"] != strings.Repeat("a", 64) || len(from) != 2 ||
		from[0].GetDigest()["gitCommit"] != commit || from[1].GetName() != "golang:1.26" {
		t.Errorf("it is about something else: %s", out.String())
	}
}

// Verifies OPS-37.
func TestPredicateAloneNeedsNoDigest(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-predicate", "-repository", "git+https://example.org/mcwick", "-commit", commit,
		"program=services/gallery"}, &out, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	built := new(provenancev1.Provenance)
	if err := protojson.Unmarshal(out.Bytes(), built); err != nil {
		t.Fatal(err)
	}
	if err := built.Validate(); err != nil {
		t.Error(err)
	}
	if built.GetBuildDefinition().GetExternalParameters().AsMap()["program"] != "services/gallery" {
		t.Errorf("it is about something else: %s", out.String())
	}
}

// Verifies OPS-37.
func TestWhatHasNoDigestIsRefused(t *testing.T) {
	good := []string{"-name", "a", "-digest", digest, "-repository", "git+https://example.org", "-commit", commit}
	for name, args := range map[string][]string{
		"image":  {"-name", "a", "-digest", "latest", "-commit", commit},
		"commit": {"-name", "a", "-digest", digest, "-repository", "git+https://example.org", "-commit", "main"},
		"base":   append([]string{"-base", "debian:bookworm"}, good...),
	} {
		if err := run(args, new(bytes.Buffer), time.Now()); err == nil {
			t.Errorf("%s without a digest is taken", name)
		}
	}
}
