package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// fakeModeration plays the moderation service.
type fakeModeration struct {
	moderationv1.UnimplementedModerationOperatorServiceServer
	*fakeWall
}

// at is a moment in these tests.
var at = timestamppb.New(time.Date(2030, 1, 2, 15, 4, 0, 0, time.UTC))

func (m fakeModeration) SetLockdown(
	ctx context.Context, r *moderationv1.SetLockdownRequest,
) (*moderationv1.LockdownStatus, error) {
	if r.GetReason() == "twice" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "NO_LOCKDOWN", "There is no lockdown.")).Err()
	}
	l := &moderationv1.LockdownStatus{On: r.GetOn(), ExpireTime: at, Reason: r.GetReason(), Operator: "ada",
		CreateTime: at}
	return l, m.record(ctx, "lockdown", fmt.Sprint(r.GetOn()), r.GetDuration().AsDuration().String(), r.GetReason())
}

func (m fakeModeration) GetLockdown(
	ctx context.Context, _ *moderationv1.GetLockdownRequest,
) (*moderationv1.LockdownStatus, error) {
	return &moderationv1.LockdownStatus{On: true, ExpireTime: at, Reason: "bots", Operator: "lin", CreateTime: at},
		m.record(ctx, "show-lockdown")
}

func (m fakeModeration) Block(
	ctx context.Context, r *moderationv1.BlockRequest,
) (*moderationv1.BlockStatus, error) {
	if r.GetSubject() == "0.0.0.0/0" {
		return nil, fault.ToStatus(fault.Invalid("BLOCK_INVALID",
			fault.Field{Name: "subject", Message: "That is too wide."})).Err()
	}
	b := &moderationv1.BlockStatus{Id: "b1", Kind: r.GetKind(), Subject: r.GetSubject(), ExpireTime: at}
	return b, m.record(ctx, "block", shortName(r.GetKind()), r.GetSubject(), r.GetDuration().AsDuration().String(),
		r.GetReason())
}

func (m fakeModeration) Unblock(ctx context.Context, r *moderationv1.UnblockRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, m.record(ctx, "unblock", r.GetBlockId(), r.GetReason())
}

func (m fakeModeration) ListBlocks(
	ctx context.Context, r *moderationv1.ListBlocksRequest,
) (*moderationv1.ListBlocksResponse, error) {
	b := &moderationv1.BlockStatus{Id: "b1", Kind: moderationv1.BlockKind_BLOCK_KIND_LANE, Subject: "-aaaaaaaaaa",
		ExpireTime: at, Reason: "bots", Operator: "lin", CreateTime: at}
	answer := &moderationv1.ListBlocksResponse{Blocks: []*moderationv1.BlockStatus{b}, NextCursor: "c2"}
	if r.GetCursor() == "c2" {
		answer = &moderationv1.ListBlocksResponse{}
	}
	return answer, m.record(ctx, "blocks", r.GetCursor(), fmt.Sprint(r.GetIncludeEnded()))
}

// Verifies MOD-16.
func TestBlockCommands(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"block device --for 2h --reason bots dddd", "ada block device dddd 2h0m0s bots",
			"Blocked until 2030-01-02 15:04Z: device dddd, as b1."},
		{"block lane --for 2h --reason bots -- -llll", "ada block lane -llll 2h0m0s bots", "lane -llll"},
		{"block range 198.51.100.0/24 --for 90m --reason bots", "ada block range 198.51.100.0/24 1h30m0s bots",
			"range 198.51.100.0/24"},
		{"block list", "ada blocks  false", "b1  lane  -aaaaaaaaaa  2030-01-02 15:04Z  lin  2030-01-02 15:04Z  bots"},
		{"block list --ended --cursor c2", "ada blocks c2 true", "Nobody is blocked."},
		{"block list --json", "ada blocks  false", `"subject": "-aaaaaaaaaa"`},
		{"block remove b1 --reason mistake", "ada unblock b1 mistake", "Unblocked"},
	} {
		out, err := run(append([]string{"--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"block device dddd --reason bots":           `"for" not set`,
		"block lane llll --for 2h":                  `"reason" not set`,
		"block range --for 2h --reason bots":        "accepts 1 arg",
		"block range 0.0.0.0/0 --for 1h --reason x": "That is too wide. (BLOCK_INVALID)",
		"block everybody":                           "unknown",
		"block remove":                              "accepts 1 arg",
	})
}

// Verifies MOD-13.
func TestLockdownCommands(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"lockdown", "ada show-lockdown", "Lockdown until 2030-01-02 15:04Z, by lin at 2030-01-02 15:04Z: bots"},
		{"lockdown --json", "ada show-lockdown", `"reason": "bots"`},
		{"lockdown on --for 90m --reason flood", "ada lockdown true 1h30m0s flood", "by ada at 2030-01-02 15:04Z: flood"},
		{"lockdown off", "ada lockdown false 0s ", "There is no lockdown."},
		{"lockdown off --reason over", "ada lockdown false 0s over", "There is no lockdown."},
	} {
		out, err := run(append(strings.Fields(c.line), "--as", "ada")...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"lockdown on --for 1h":                 `"reason" not set`,
		"lockdown on --reason flood":           `"for" not set`,
		"lockdown on --for soon --reason x":    "invalid duration",
		"lockdown up":                          "unknown",
		"lockdown off --reason twice":          "NO_LOCKDOWN",
		"lockdown on now --for 1h --reason so": "unknown",
	})
}
