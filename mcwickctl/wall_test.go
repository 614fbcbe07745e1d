package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// fakeWall plays the wall service behind the real operators' port: it writes down who asked for
// what.
type fakeWall struct {
	wallv1.UnimplementedWallOperatorServiceServer
	requests []string
	failing  string // the id of a subject that is not decided on
	appealed string // the id of a subject with an open appeal
	removed  string // the id of a subject that was removed

	pageTime  time.Duration // how long a page of the audit, or a piece of a film, takes
	deadlines []time.Time   // of them
}

func (s *fakeWall) record(ctx context.Context, what ...string) error {
	name, err := operator.Name(ctx)
	s.requests = append(s.requests, strings.Join(append([]string{name}, what...), " "))
	return err
}

// takePage takes the time of a page.
func (s *fakeWall) takePage(ctx context.Context) {
	deadline, _ := ctx.Deadline()
	s.deadlines = append(s.deadlines, deadline)
	time.Sleep(s.pageTime)
}

func (s *fakeWall) ListNominations(
	ctx context.Context, r *wallv1.ListNominationsRequest,
) (*wallv1.ListNominationsResponse, error) {
	n := &wallv1.Nomination{
		Id: "n1", Wall: wallv1.Wall_WALL_SHAME, XHandle: "@snuffed", Reason: "Blew\nit out", Repeats: 3,
		ApprovedBy: []string{"lin"}, CreateTime: timestamppb.Now(),
	}
	return &wallv1.ListNominationsResponse{Nominations: []*wallv1.Nomination{n}, NextCursor: "c2"},
		s.record(ctx, "queue", r.GetWall().String(), r.GetCursor())
}

func (s *fakeWall) ApproveNomination(
	ctx context.Context, r *wallv1.ApproveNominationRequest,
) (*wallv1.ApproveNominationResponse, error) {
	if r.GetNominationId() == "gone" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "NOMINATION_NOT_FOUND", "No such nomination.")).Err()
	}
	return &wallv1.ApproveNominationResponse{OnWall: r.GetNominationId() == "f1"},
		s.record(ctx, "approve", r.GetNominationId(), r.GetNote())
}

func (s *fakeWall) RejectNomination(ctx context.Context, r *wallv1.RejectNominationRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(ctx, "reject", r.GetNominationId(), r.GetNote())
}

func (s *fakeWall) BlankBio(ctx context.Context, r *wallv1.BlankBioRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(ctx, "blank", r.GetEntryId(), r.GetNote())
}

func (s *fakeWall) OptOut(ctx context.Context, r *wallv1.OptOutRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(ctx, "opt-out", r.GetXHandle(), r.GetNote())
}

func (s *fakeWall) OptIn(ctx context.Context, r *wallv1.OptInRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, s.record(ctx, "opt-in", r.GetXHandle(), r.GetNote())
}

func (s *fakeWall) ListEntries(ctx context.Context, r *wallv1.ListEntriesRequest) (*wallv1.ListEntriesResponse, error) {
	e := &wallv1.WallEntry{Id: "e1", XHandle: "@wick", Bio: "Burns", CreateTime: timestamppb.Now()}
	out := &wallv1.ListEntriesResponse{Entries: []*wallv1.WallEntry{e}}
	if r.GetWall() == wallv1.Wall_WALL_SHAME && r.GetCursor() == "" {
		out.NextCursor = "c2"
	} else if r.GetWall() == wallv1.Wall_WALL_SHAME {
		e.Id = shamed
	}
	return out, s.record(ctx, "entries", r.GetWall().String())
}

func (s *fakeWall) ListDecisions(
	ctx context.Context, _ *wallv1.ListDecisionsRequest,
) (*wallv1.ListDecisionsResponse, error) {
	d := &wallv1.Decision{Operator: "lin", Act: wallv1.Act_ACT_OPT_OUT, XHandle: "@gone", Note: "asked",
		CreateTime: timestamppb.Now()}
	return &wallv1.ListDecisionsResponse{Decisions: []*wallv1.Decision{d}}, s.record(ctx, "audit")
}

// newEnvironment starts the service with the operator ada and returns a way to run commands on it.
func newEnvironment(t *testing.T) (*fakeWall, func(args ...string) (string, error)) {
	t.Helper()
	t.Setenv("MCWICK_OPERATOR", "")
	t.Setenv("MCWICK_OPERATOR_TOKEN_FILE", "")
	data := t.TempDir()
	write := func(path, content string) string {
		path = filepath.Join(data, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		testkit.WriteFile(t, path, content)
		return path
	}
	write("secrets/operator-ada", "token-a\n")
	write("secrets/operator-eve", "token-e")
	write("secrets/operator-nil", "\n")
	s := &fakeWall{}
	c := operator.Config{Addr: testkit.FreeAddr(t), File: write("operators", operator.CredentialLine("ada", "token-a"))}
	part, err := operator.Part(testkit.DiscardLog(), c, func(r grpc.ServiceRegistrar) {
		wallv1.RegisterWallOperatorServiceServer(r, s)
		mediav1.RegisterMediaOperatorServiceServer(r, fakeMedia{fakeWall: s})
		mediav1.RegisterWorkOperatorServiceServer(r, fakeWorks{fakeWall: s})
		mediav1.RegisterVideoOperatorServiceServer(r, fakeVideos{fakeWall: s})
		operatorv1.RegisterOperatorServiceServer(r, fakeCommon{fakeWall: s})
		generationv1.RegisterGenerationOperatorServiceServer(r, fakeGeneration{fakeWall: s})
		identityv1.RegisterIdentityOperatorServiceServer(r, fakeIdentity{fakeWall: s})
		moderationv1.RegisterModerationOperatorServiceServer(r, fakeModeration{fakeWall: s})
		moderationv1.RegisterCaseOperatorServiceServer(r, fakeCases{fakeWall: s})
		gatewayv1.RegisterGatewayOperatorServiceServer(r, fakeGateway{fakeWall: s})
	})
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		root := newRoot()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetArgs(append([]string{"--data", data, "--address", "wall=" + c.Addr + ",media=" + c.Addr +
			",generation=" + c.Addr + ",identity=" + c.Addr + ",moderation=" + c.Addr + ",gateway=" + c.Addr}, args...))
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	testkit.RunCommand(t, func(ctx context.Context) error { return lifecycle.Run(ctx, testkit.DiscardLog(), part) })
	testkit.Eventually(t, "the operators' port answers", func() bool {
		_, err := run("wall", "audit", "--as", "ada")
		return err == nil
	})
	s.requests = nil
	return s, run
}

func TestEveryCommandSendsAToken(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"queue --wall shame --cursor c1", "ada queue WALL_SHAME c1", "n1  shame  @snuffed"},
		{"approve f1 --note good", "ada approve f1 good", "on the wall"},
		{"approve s1", "ada approve s1 ", "another operator"},
		{"reject n1", "ada reject n1 ", "30 days"},
		{"blank e1", "ada blank e1 ", "text is gone"},
		{"opt-out @gone", "ada opt-out @gone ", "@gone is out: what stood of that handle"},
		{"opt-in @gone", "ada opt-in @gone ", "nominate them again"},
		{"entries", "ada entries WALL_FLAME", "e1  @wick"},
		{"audit", "ada audit", "lin       opt-out  -     @gone"},
	} {
		out, err := run(append([]string{"wall", "--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(out, c.says) {
			t.Errorf("%s: %v\n%s", c.line, err, out)
		}
		if last := s.requests[len(s.requests)-1]; last != c.want {
			t.Errorf("%s asked %q", c.line, last)
		}
	}
}

func TestWallQueueTextAndJSON(t *testing.T) {
	_, run := newEnvironment(t)
	out, err := run("wall", "queue", "--as", "ada")
	if err != nil || !strings.Contains(out, "Blew it out") || !strings.Contains(out, "--cursor c2") ||
		strings.Count(out, "\n") != 4 {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = run("wall", "queue", "--as", "ada", "--json")
	var r struct {
		Nominations []struct {
			XHandle          string
			IsSelfNomination *bool
		}
		NextCursor string
	}
	if err != nil || json.Unmarshal([]byte(out), &r) != nil || r.NextCursor != "c2" ||
		r.Nominations[0].XHandle != "@snuffed" || r.Nominations[0].IsSelfNomination == nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTokenFileGoesBeforeTheEnvironment(t *testing.T) {
	_, run := newEnvironment(t)
	t.Setenv("MCWICK_OPERATOR", "eve")
	file := filepath.Join(t.TempDir(), "token")
	testkit.WriteFile(t, file, "token-a")
	if out, err := run("wall", "audit", "--token-file", file); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	_, err := run("wall", "audit", "--token-file", file, "--as", "ada")
	if err == nil || !strings.Contains(err.Error(), "[as token-file]") {
		t.Errorf("both: %v", err)
	}
	t.Setenv("MCWICK_OPERATOR_TOKEN_FILE", file)
	if _, err := run("wall", "audit"); err == nil || !strings.Contains(err.Error(), "OPERATOR_UNKNOWN") {
		t.Errorf("both in the environment: %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	s, run := newEnvironment(t)
	for line, says := range map[string]string{
		"wall queue":                          "--as ada",
		"wall queue --as zoe":                 "there is no token",
		"wall queue --as nil":                 "is empty",
		"wall queue --as ../secrets":          "no operator's name",
		"wall queue --as eve":                 "OPERATOR_UNKNOWN",
		"wall queue --as ada --wall sideways": "flame or shame",
		"wall approve --as ada":               "accepts 1 arg",
		"wall approve gone --as ada":          "No such nomination. (NOMINATION_NOT_FOUND)",
		"wall burn --as ada":                  "unknown",
	} {
		out, err := run(strings.Fields(line)...)
		if err == nil || !strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if len(s.requests) != 0 {
		t.Errorf("asked %q all the same", s.requests)
	}
}
