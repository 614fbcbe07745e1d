package main

import (
	"maps"
	"net/url"
	"slices"
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// A service that starts while its database is away is ready and checks texts; what needs the
// database is unavailable.
// Verifies MOD-14.
func TestTextsAreCheckedWithoutDatabase(t *testing.T) {
	_, environment := startFakeProvider(t)
	environment = maps.Clone(environment)
	database := url.URL{Scheme: "postgres", User: url.UserPassword("moderation", "p"), Host: testkit.FreeAddr(t),
		Path: "moderation"}
	environment["DATABASE_URL"] = database.String()
	i := servicetest.New(t, spec, environment)
	i.Environment["DATABASE_POOLER_URL"] = ""
	i.Start(t)
	got := checkTexts(t, moderationv1.NewModerationServiceClient(i.Conn),
		&moderationv1.CheckTextsRequest{Texts: []string{"gm", "you sl.ut", "a dark plan"}})
	if !slices.Equal(got, []string{"clean", "word", "clean"}) {
		t.Errorf("got %q", got)
	}
	_, err := moderationv1.NewPolicyServiceClient(i.Conn).GetPolicy(t.Context(), &moderationv1.GetPolicyRequest{})
	if f := fault.From(err); f == nil || f.Kind != fault.KindUnavailable {
		t.Errorf("the policy: %v", err)
	}
}
