package main

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/emptypb"

	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

func (k fakeIdentity) ReserveHandle(
	ctx context.Context, r *identityv1.ReserveHandleRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, k.record(ctx, "reserve", r.GetXHandle(), r.GetNote())
}

func (k fakeIdentity) ReleaseHandle(
	ctx context.Context, r *identityv1.ReleaseHandleRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, k.record(ctx, "release", r.GetXHandle(), r.GetNote())
}

func (k fakeIdentity) TakeHandle(
	ctx context.Context, r *identityv1.TakeHandleRequest,
) (*identityv1.TakeHandleResponse, error) {
	return &identityv1.TakeHandleResponse{Account: "a1", XHandle: "@mcanon1"},
		k.record(ctx, "take", r.GetXHandle(), r.GetNote())
}

func (k fakeIdentity) DeleteEarlyAccess(
	ctx context.Context, r *identityv1.DeleteEarlyAccessRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, k.record(ctx, "early", r.GetXHandle(), r.GetNote())
}

func (k fakeIdentity) ListReservedHandles(
	ctx context.Context, r *identityv1.ListReservedHandlesRequest,
) (*identityv1.ListReservedHandlesResponse, error) {
	answer := &identityv1.ListReservedHandlesResponse{XHandles: []string{"@mcwick", "@mod"}}
	if r.GetAfterHandle() == "@mod" {
		answer = &identityv1.ListReservedHandlesResponse{}
	}
	return answer, k.record(ctx, "reserved", r.GetAfterHandle())
}

func TestHandleCommands(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"handle reserve @wick --note ours", "ada reserve @wick ours", "Reserved."},
		{"handle release @wick", "ada release @wick ", "Released"},
		{"handle take-away @wick --note his", "ada take @wick his", "Account a1 has @mcanon1 now"},
		{"early-access delete @wick --note wish", "ada early @wick wish", "Deleted."},
		{"handle list", "ada reserved ", "@mod"},
		{"handle list --after @mod", "ada reserved @mod", "No handle is reserved."},
	} {
		out, err := run(append([]string{"--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
}

func TestFullPagesSayHowToGoOn(t *testing.T) {
	_, run := newEnvironment(t)
	for line, want := range map[string]string{
		"handle list --size 2":              "There may be more: --after @mod\n",
		"handle list --size 3":              "",
		"handle list --size 2 --after @mod": "",
		"case audit --size 1":               "There may be more: --before 1\n",
		"case audit --size 2":               "",
		"case audit --size 1 --before 1":    "",
	} {
		out, err := run(append([]string{"--as", "ada"}, strings.Fields(line)...)...)
		if _, more, _ := strings.Cut(out, "\n\n"); err != nil || more != want {
			t.Errorf("%s: %v, says %q, want %q", line, err, more, want)
		}
	}
}
