package textcheck

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/wordfilter"
)

// moderator flags the word dark, and records the caller's identity.
type moderator struct {
	moderationv1.UnimplementedModerationServiceServer
	callers []string
}

func (m *moderator) CheckTexts(
	ctx context.Context, r *moderationv1.CheckTextsRequest,
) (*moderationv1.CheckTextsResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	m.callers = append(m.callers, md.Get("mcwick-visitor")...)
	out := &moderationv1.CheckTextsResponse{}
	for _, t := range r.GetTexts() {
		out.Verdicts = append(out.Verdicts, &moderationv1.Verdict{Flagged: strings.Contains(t, "dark")})
	}
	return out, nil
}

// hasReason reports whether texts are rejected.
func hasReason(t *testing.T, addr string, texts ...string) bool {
	t.Helper()
	checker, part, err := Open(Config{Addr: addr})
	if err != nil {
		t.Fatal(err)
	}
	var all []wordfilter.Text
	for _, s := range texts {
		all = append(all, wordfilter.Text{Field: "reason", Text: s})
	}
	err = checker.Check(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann"}), all...)
	if part.Stop != nil {
		if err := part.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if err != nil && fault.From(err).Reason != "TEXT_INDECENT" {
		t.Fatal(err)
	}
	return err != nil
}

// Verifies MOD-3.
func TestFlaggedCallsModerationService(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &moderator{}
	server := grpc.NewServer()
	moderationv1.RegisterModerationServiceServer(server, m)
	ended := make(chan error)
	go func() { ended <- server.Serve(l) }()
	addr := l.Addr().String()
	if !hasReason(t, addr, "gm", "a dark plan") || hasReason(t, addr, "gm") {
		t.Error("its verdict is ignored")
	}
	if len(strings.Join(m.callers, "")) != 0 {
		t.Errorf("the author of the texts is sent: %q", m.callers)
	}
	server.Stop()
	if err := <-ended; err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		t.Error(err)
	}
	for name, addr := range map[string]string{"away": addr, "nowhere": ""} {
		if hasReason(t, addr, "a dark plan") || !hasReason(t, addr, "you sl.ut") {
			t.Errorf("%s: the word filter does not decide", name)
		}
	}
}
