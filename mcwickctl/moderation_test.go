package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

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

// Verifies MOD-13.
func TestLockdownCommands(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"lockdown", "ada show-lockdown", "Lockdown until 2030-01-02 15:04, by lin at 2030-01-02 15:04: bots"},
		{"lockdown --json", "ada show-lockdown", `"reason": "bots"`},
		{"lockdown on --for 90m --reason flood", "ada lockdown true 1h30m0s flood", "by ada at 2030-01-02 15:04: flood"},
		{"lockdown off", "ada lockdown false 0s ", "There is no lockdown."},
		{"lockdown off --reason over", "ada lockdown false 0s over", "There is no lockdown."},
	} {
		out, err := run(append(strings.Fields(c.line), "--as", "ada")...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
	s.requests = nil
	for line, says := range map[string]string{
		"lockdown on --for 1h":                 `"reason" not set`,
		"lockdown on --reason flood":           `"for" not set`,
		"lockdown on --for soon --reason x":    "invalid duration",
		"lockdown up":                          "unknown",
		"lockdown off --reason twice":          "NO_LOCKDOWN",
		"lockdown on now --for 1h --reason so": "unknown",
	} {
		if out, err := run(append(strings.Fields(line), "--as", "ada")...); err == nil ||
			!strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if len(s.requests) != 0 {
		t.Errorf("asked %q all the same", s.requests)
	}
}
