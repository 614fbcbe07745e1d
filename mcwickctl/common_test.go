package main

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
)

// fakeCommon plays what every service answers its operators.
type fakeCommon struct {
	operatorv1.UnimplementedOperatorServiceServer
	*fakeWall
}

func deadLetter(id, reason string) *operatorv1.DeadLetter {
	return &operatorv1.DeadLetter{EventId: id, Group: "media.owners", Type: "identity.v1.DeviceProven", Reason: reason,
		CreateTime: timestamppb.Now()}
}

func (c fakeCommon) ListActs(ctx context.Context, r *operatorv1.ListActsRequest) (*operatorv1.ListActsResponse, error) {
	a := &operatorv1.Act{Operator: "lin", Act: "cancel-job", Subject: "j1", Note: "stuck",
		CreateTime: timestamppb.Now()}
	return &operatorv1.ListActsResponse{Acts: []*operatorv1.Act{a}, NextCursor: "c2"},
		c.record(ctx, "acts", r.GetCursor())
}

func (c fakeCommon) ListDeadLetters(
	ctx context.Context, _ *operatorv1.ListDeadLettersRequest,
) (*operatorv1.ListDeadLettersResponse, error) {
	return &operatorv1.ListDeadLettersResponse{DeadLetters: []*operatorv1.DeadLetter{deadLetter("e1", "why")},
		Total: 3}, c.record(ctx, "letters")
}

func (c fakeCommon) ReplayDeadLetters(
	ctx context.Context, r *operatorv1.ReplayDeadLettersRequest,
) (*operatorv1.ReplayDeadLettersResponse, error) {
	switch r.GetEventId() {
	case "gone":
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "DEAD_LETTER_NOT_FOUND", "No such dead letter.")).Err()
	case "e2":
		return &operatorv1.ReplayDeadLettersResponse{StillDead: []*operatorv1.DeadLetter{deadLetter("e2", "not yet")}},
			nil
	}
	if r.GetNote() == "pages" || r.GetNote() == "breaks" {
		return c.replayPage(r)
	}
	return &operatorv1.ReplayDeadLettersResponse{Applied: 1, Left: 7},
		c.record(ctx, "replay", r.GetEventId(), r.GetNote())
}

// replayPage plays 150 letters that are still dead, and one that can be applied.
func (fakeCommon) replayPage(r *operatorv1.ReplayDeadLettersRequest) (*operatorv1.ReplayDeadLettersResponse, error) {
	out := &operatorv1.ReplayDeadLettersResponse{}
	n := 50
	switch {
	case r.GetCursor() == "":
		n, out.Left, out.NextCursor = 100, 51, "c2"
	case r.GetNote() == "breaks":
		return nil, fault.ToStatus(fault.ErrUnavailable).Err()
	default:
		out.Applied = 1
	}
	for range n {
		out.StillDead = append(out.StillDead, deadLetter("e2", "not yet"))
	}
	return out, nil
}

// Verifies MOD-8.
func TestReplayOfAllDeadLettersReplaysEachPage(t *testing.T) {
	_, run := newEnvironment(t)
	for note, want := range map[string]struct{ says, fails string }{
		"pages":  {"Applied: 1.\nEVENT", "still dead: 150"},
		"breaks": {"Applied: 0.\nNot tried yet: at least 51. Run the command again.\nEVENT", "from the service)"},
	} {
		out, err := run("dead-letters", "replay", "media", "--all", "--as", "ada", "--note", note)
		if err == nil || !strings.Contains(describeError(err), want.fails) || !strings.HasPrefix(out, want.says) {
			t.Errorf("%s: %v\n%.300s", note, err, out)
		}
		if strings.Contains(out, "And 50 more") != (note == "pages") || strings.Count(out, "not yet") != 100 {
			t.Errorf("%s shows\n%s", note, out)
		}
	}
	out, err := run("dead-letters", "replay", "media", "--all", "--as", "ada", "--note", "pages", "--json")
	if err == nil || strings.Count(out, "not yet") != 150 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestErrorSaysWhyThereIsNoConnection(t *testing.T) {
	_, run := newEnvironment(t)
	secure := httptest.NewUnstartedServer(nil)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	defer secure.Close()
	authority, err := mtls.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := authority.Issue(dir, "media"); err != nil {
		t.Fatal(err)
	}
	media := "media=" + secure.Listener.Addr().String()
	for says, line := range map[string][]string{
		"connection error: desc":      {"--address", media}, // which words follow depends on who writes first
		"signed by unknown authority": {"--address", media, "--ca", filepath.Join(dir, "ca.crt")},
		"connection refused":          {"--address", "media=" + testkit.FreeAddr(t)},
	} {
		_, err := run(append(line, "audit", "media", "--as", "ada")...)
		if err == nil {
			t.Fatal("it answers")
		}
		said := describeError(err)
		if !strings.Contains(said, says) || !strings.Contains(said, "Is the platform running") ||
			strings.Contains(said, "token-a") {
			t.Errorf("%q is not in %s", says, said)
		}
	}
}

func TestCommonCommandsForEveryService(t *testing.T) {
	s, run := newEnvironment(t)
	for line, want := range map[string]struct{ want, says string }{
		"audit media --cursor c1":                   {"ada acts c1", "lin       cancel-job  j1       stuck"},
		"dead-letters list wall":                    {"ada letters", "And 2 more"},
		"dead-letters replay media e1 --note again": {"ada replay e1 again", "Applied: 1"},
		"dead-letters replay media --all":           {"ada replay  ", "Not tried yet: 7"},
	} {
		out, err := run(append(strings.Fields(line), "--as", "ada")...)
		if err != nil || !strings.Contains(out, want.says) || s.requests[len(s.requests)-1] != want.want {
			t.Errorf("%s: %v, asked %q\n%s", line, err, s.requests, out)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"audit":         "accepts 1 arg",
		"audit kitchen": "there are gallery, generation, identity, media, moderation, wall",
		"audit gateway": "there are gallery, generation, identity, media, moderation, wall",
		"audit media --address kitchen=1.2.3.4:5": "is no service",
		"dead-letters replay media":               "--all of them",
		"dead-letters replay media e1 --all":      "--all of them",
		"dead-letters replay media gone":          "DEAD_LETTER_NOT_FOUND",
		"dead-letters replay media e2":            "still dead: 1",
		"dead-letters burn":                       "unknown",
	})
}

// checkRefused fails the test unless each command is an error with the text, and sends no request.
func checkRefused(t *testing.T, s *fakeWall, run func(args ...string) (string, error), lines map[string]string) {
	t.Helper()
	s.requests = nil
	for line, says := range lines {
		if out, err := run(append(strings.Fields(line), "--as", "ada")...); err == nil ||
			!strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if len(s.requests) != 0 {
		t.Errorf("asked %q all the same", s.requests)
	}
}

func TestCommandsThatAnswerInSentencesRefuseJSON(t *testing.T) {
	s, run := newEnvironment(t)
	lines := map[string]string{}
	for _, line := range []string{"jobs cancel-all", "sessions revoke-all", "accounts republish", "picture hide-missing",
		"video remove-missing", "video republish", "gallery rebuild", "gallery compare", "site check site.json"} {
		lines[line+" --json"] = "does not answer as JSON"
	}
	checkRefused(t, s, run, lines)
}

func TestAddressesAreReadFromThePlatform(t *testing.T) {
	o := &options{data: t.TempDir()}
	address := func(service string) string {
		t.Helper()
		found, err := o.address(service)
		if err != nil {
			t.Error(err)
		}
		return found
	}
	if got := address("wall"); got != "127.0.0.1:29405" {
		t.Errorf("before there is a platform: %s", got)
	}
	b, _ := json.Marshal(map[string]string{"wall": "127.0.0.1:30105"})
	path := filepath.Join(o.data, "operators.json")
	testkit.WriteFile(t, path, string(b))
	if address("wall") != "127.0.0.1:30105" || address("media") != "127.0.0.1:29403" {
		t.Errorf("as written down: %s, %s", address("wall"), address("media"))
	}
	o.addresses = map[string]string{"wall": "10.0.0.1:9092"}
	if got := address("wall"); got != "10.0.0.1:9092" {
		t.Errorf("as said: %s", got)
	}
	testkit.WriteFile(t, path, "{")
	if _, err := o.address("media"); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a broken file: %v", err)
	}
}
