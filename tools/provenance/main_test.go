package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	provenancev1 "github.com/in-toto/attestation/go/predicates/provenance/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

var (
	digest = "sha256:" + strings.Repeat("a", 64)
	commit = strings.Repeat("c", 40)
)

// What is written is a predicate as its specification has it, without a field that this does not know.
// Verifies OPS-37.
func TestPredicateIsThatOfItsSpecification(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-repository", "git+https://example.org/mcwick", "-commit", commit, "-base",
		"golang:1.26@" + digest, "program=services/gallery"}, &out, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	built := new(provenancev1.Provenance)
	if err := protojson.Unmarshal(out.Bytes(), built); err != nil {
		t.Fatal(err)
	}
	if err := built.Validate(); err != nil {
		t.Error(err)
	}
	from := built.GetBuildDefinition().GetResolvedDependencies()
	if built.GetBuildDefinition().GetExternalParameters().AsMap()["program"] != "services/gallery" || len(from) != 2 ||
		from[0].GetDigest()["gitCommit"] != commit || from[1].GetName() != "golang:1.26" {
		t.Errorf("it is about something else: %s", out.String())
	}
}

// Verifies OPS-37.
func TestWhatHasNoDigestIsRefused(t *testing.T) {
	good := []string{"-repository", "git+https://example.org", "-commit", commit}
	for name, args := range map[string][]string{
		"commit": {"-repository", "git+https://example.org", "-commit", "main"},
		"base":   append([]string{"-base", "debian:bookworm"}, good...),
	} {
		if err := run(args, new(bytes.Buffer), time.Now()); err == nil {
			t.Errorf("%s without a digest is taken", name)
		}
	}
}
