package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// fakeIdentity plays the identity service. Its first answer is a page, its second is empty.
type fakeIdentity struct {
	identityv1.UnimplementedIdentityOperatorServiceServer
	*fakeWall
}

// left is n when a call was made for the first time, and then 0.
func (s *fakeWall) left(name string, n int32) int32 {
	if slices.ContainsFunc(s.requests[:len(s.requests)-1],
		func(want string) bool { return strings.HasPrefix(want, "ada "+name+" ") }) {
		return 0
	}
	return n
}

func (k fakeIdentity) RevokeSessions(
	ctx context.Context, r *identityv1.RevokeSessionsRequest,
) (*identityv1.RevokeSessionsResponse, error) {
	err := k.record(ctx, "revoke", fmt.Sprint(proto.Equal(r.GetBeforeTime(), at)), r.GetNote())
	return &identityv1.RevokeSessionsResponse{Revoked: k.left("revoke", 7), BeforeTime: at}, err
}

func (k fakeIdentity) RepublishLinks(
	ctx context.Context, r *identityv1.RepublishLinksRequest,
) (*identityv1.RepublishLinksResponse, error) {
	err := k.record(ctx, "links", r.GetAfterVisitor(), r.GetNote())
	if k.left("links", 3) == 0 {
		return &identityv1.RepublishLinksResponse{}, err
	}
	return &identityv1.RepublishLinksResponse{Republished: 3, LastVisitor: "v3"}, err
}

func (k fakeIdentity) RepublishProfiles(
	ctx context.Context, r *identityv1.RepublishProfilesRequest,
) (*identityv1.RepublishProfilesResponse, error) {
	err := k.record(ctx, "profiles", r.GetAfterAccount(), r.GetNote())
	if k.left("profiles", 2) == 0 {
		return &identityv1.RepublishProfilesResponse{}, err
	}
	return &identityv1.RepublishProfilesResponse{Republished: 2, LastAccount: "a2"}, err
}

func (p fakeGeneration) StopOpenJobs(
	ctx context.Context, r *generationv1.StopOpenJobsRequest,
) (*generationv1.StopOpenJobsResponse, error) {
	err := p.record(ctx, "stop-open", r.GetNote())
	return &generationv1.StopOpenJobsResponse{Stopped: p.left("stop-open", 5)}, err
}

func (p fakeGeneration) RaiseSpent(
	ctx context.Context, r *generationv1.RaiseSpentRequest,
) (*generationv1.Budget, error) {
	return &generationv1.Budget{Day: r.GetDay(), BudgetMicroUsd: 25e6, SpentMicroUsd: r.GetSpentMicroUsd()},
		p.record(ctx, "spent", r.GetDay(), r.GetNote())
}

func (p fakeMedia) HideMissing(
	ctx context.Context, r *mediav1.HideMissingRequest,
) (*mediav1.HideMissingResponse, error) {
	err := p.record(ctx, "missing", r.GetAfterId(), r.GetNote())
	if p.left("missing", 1) == 0 {
		return &mediav1.HideMissingResponse{}, err
	}
	return &mediav1.HideMissingResponse{HiddenIds: []string{"p1", "p2"}, LastId: "p9"}, err
}

func (p fakeVideos) RemoveMissingVideos(
	ctx context.Context, r *mediav1.RemoveMissingVideosRequest,
) (*mediav1.RemoveMissingVideosResponse, error) {
	err := p.record(ctx, "missing videos", fmt.Sprint(r.GetDryRun()), r.GetAfterId(), r.GetNote())
	if p.left("missing videos", 1) == 0 {
		return &mediav1.RemoveMissingVideosResponse{}, err
	}
	return &mediav1.RemoveMissingVideosResponse{RemovedIds: []string{"v1"}, LastId: "v9"}, err
}

// Verifies OPS-14.
func TestCommandsAfterRestore(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"jobs cancel-all --note why", "ada stop-open why|ada stop-open why", "Cancelled: 5."},
		{"budget spent 12.5 --day 2030-12-31 --note bill", "ada spent 2030-12-31 bill",
			"12.50 $ of 25.00 $ left, 12.50 $ spent"},
		{"sessions revoke-all --note why", "ada revoke false why|ada revoke true why", "Ended: 7."},
		{"accounts republish", "ada links  |ada links v3 |ada profiles  |ada profiles a2 ",
			"Published again: 3 devices, 2 profiles."},
		{"picture hide-missing", "ada missing  |ada missing p9 ", "Hidden: 2.\n  p1\n  p2"},
		{"video remove-missing", "ada missing videos true  |ada missing videos true v9 ",
			"To remove for good, with --yes: 1.\n  v1"},
		{"video remove-missing --yes", "ada missing videos false  |ada missing videos false v9 ", "Removed: 1.\n  v1"},
	} {
		s.requests = nil
		out, err := run(append(strings.Fields(c.line), "--as", "ada")...)
		if err != nil || !strings.Contains(out, c.says) || strings.Join(s.requests, "|") != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"budget spent much":     "no number of dollars",
		"budget spent":          "accepts 1 arg",
		"jobs cancel-all j1":    "unknown command",
		"sessions revoke-all x": "unknown command",
	})
}
