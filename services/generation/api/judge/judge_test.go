package judge

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"mcwick.example/platform/decency"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// moderator minds the word dark, and notes whoever the caller says that it is.
type moderator struct {
	generationv1.UnimplementedModerationServiceServer
	callers []string
}

func (m *moderator) CheckTexts(ctx context.Context, r *generationv1.CheckTextsRequest) (*generationv1.CheckTextsResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	m.callers = append(m.callers, md.Get("mcwick-visitor")...)
	out := &generationv1.CheckTextsResponse{}
	for _, t := range r.GetTexts() {
		out.Flagged = append(out.Flagged, strings.Contains(t, "dark"))
	}
	return out, nil
}

// indecent tells whether texts are refused.
func indecent(t *testing.T, addr string, texts ...string) bool {
	t.Helper()
	words, part, err := Open(Config{Addr: addr})
	if err != nil {
		t.Fatal(err)
	}
	var all []decency.Text
	for _, s := range texts {
		all = append(all, decency.Text{Field: "reason", Text: s})
	}
	err = words.Check(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann"}), all...)
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

func TestTheModerationOfGenerationDecides(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &moderator{}
	server := grpc.NewServer()
	generationv1.RegisterModerationServiceServer(server, m)
	ended := make(chan error)
	go func() { ended <- server.Serve(l) }()
	addr := l.Addr().String()
	if !indecent(t, addr, "gm", "a dark plan") || indecent(t, addr, "gm") {
		t.Error("it does not decide")
	}
	if len(strings.Join(m.callers, "")) != 0 {
		t.Errorf("it learns whose texts they are: %q", m.callers)
	}
	server.Stop()
	if err := <-ended; err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		t.Error(err)
	}
	for name, addr := range map[string]string{"away": addr, "nowhere": ""} {
		if indecent(t, addr, "a dark plan") || !indecent(t, addr, "you sl.ut") {
			t.Errorf("%s: the list does not decide", name)
		}
	}
}
