package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/policy"
	"mcwick.example/services/moderation/internal/postgres"
)

const (
	someAccount = "0192a8c0-0000-7000-8000-000000000001"

	someDevice = "AAECAwQFBgcICQoLDA0ODw"
	someLane   = "AAECAwQFBgc"

	device = moderationv1.BlockKind_BLOCK_KIND_DEVICE
	lane   = moderationv1.BlockKind_BLOCK_KIND_LANE
	ranged = moderationv1.BlockKind_BLOCK_KIND_RANGE
)

func (e *policyEnvironment) tryBlock(
	t *testing.T, kind moderationv1.BlockKind, subject string, length time.Duration, reason string,
) (*moderationv1.BlockStatus, error) {
	t.Helper()
	return e.operator.Block(t.Context(), &moderationv1.BlockRequest{Kind: kind, Subject: subject,
		Duration: durationpb.New(length), Reason: reason})
}

func (e *policyEnvironment) block(t *testing.T, kind moderationv1.BlockKind, subject string) *moderationv1.BlockStatus {
	t.Helper()
	b, err := e.tryBlock(t, kind, subject, time.Hour, "bots")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// blocked returns the subjects of the policy.
func (e *policyEnvironment) blocked(t *testing.T) map[string]moderationv1.BlockKind {
	t.Helper()
	all := map[string]moderationv1.BlockKind{}
	for _, b := range e.policy(t, "").GetBlocks() {
		all[b.GetSubject()] = b.GetKind()
	}
	return all
}

// Verifies MOD-16.
func TestBlocksArePartOfThePolicyUntilTheyEnd(t *testing.T) {
	e := newPolicyEnvironment(t)
	before := e.policy(t, "").GetVersion()
	first := e.block(t, device, someDevice)
	if first.GetSubject() != someDevice || first.GetKind() != device || first.GetReason() != "bots" ||
		first.GetOperator() != "ada" || time.Until(first.GetExpireTime().AsTime()) > time.Hour {
		t.Errorf("blocked: %v", first)
	}
	e.block(t, lane, someLane)
	e.block(t, ranged, "198.51.100.77/24")
	e.block(t, ranged, "2001:db8::1")
	e.block(t, moderationv1.BlockKind_BLOCK_KIND_ACCOUNT, someAccount)
	e.block(t, moderationv1.BlockKind_BLOCK_KIND_HANDLE, "Wick")
	want := map[string]moderationv1.BlockKind{someDevice: device, someLane: lane, "198.51.100.0/24": ranged,
		"2001:db8::1/128": ranged, someAccount: moderationv1.BlockKind_BLOCK_KIND_ACCOUNT,
		"@wick": moderationv1.BlockKind_BLOCK_KIND_HANDLE}
	if diff := cmp.Diff(want, e.blocked(t)); diff != "" || e.policy(t, "").GetVersion() == before {
		t.Errorf("the policy has %s", diff)
	}
	again, err := e.tryBlock(t, device, someDevice, 2*time.Hour, "still")
	if err != nil || again.GetId() != first.GetId() || !again.GetExpireTime().AsTime().After(
		first.GetExpireTime().AsTime()) || len(e.blocked(t)) != len(want) {
		t.Errorf("blocked again: %v, %v", again, err)
	}
	unblock := &moderationv1.UnblockRequest{BlockId: first.GetId(), Reason: "a mistake"}
	if _, err := e.operator.Unblock(t.Context(), unblock); err != nil {
		t.Fatal(err)
	}
	if _, still := e.blocked(t)[someDevice]; still {
		t.Error("an ended block is in the policy")
	}
	for _, id := range []string{first.GetId(), uuid.NewString(), "x"} {
		_, err := e.operator.Unblock(t.Context(), &moderationv1.UnblockRequest{BlockId: id})
		if f := fault.From(err); f == nil || f.Reason != "BLOCK_NOT_FOUND" {
			t.Errorf("%s: %v", id, err)
		}
	}
	if diff := cmp.Diff([]string{"ada unblock a mistake", "ada block still", "ada block bots", "ada block bots", "ada block bots", "ada block bots",
		"ada block bots", "ada block bots"}, e.acts(t)); diff != "" {
		t.Error(diff)
	}
}

// Verifies MOD-16.
func TestInvalidBlockChangesNothing(t *testing.T) {
	e := newPolicyEnvironment(t)
	before := e.policy(t, "").GetVersion()
	for name, c := range map[string]struct {
		kind    moderationv1.BlockKind
		subject string
		length  time.Duration
		reason  string
		says    string
	}{
		"a kind that is none":    {0, someDevice, time.Hour, "x", "a handle or a range"},
		"no account":             {moderationv1.BlockKind_BLOCK_KIND_ACCOUNT, someDevice, time.Hour, "x", "no account"},
		"no handle":              {moderationv1.BlockKind_BLOCK_KIND_HANDLE, "no handle", time.Hour, "x", "no X handle"},
		"a lane as a device":     {device, someLane, time.Hour, "x", "no device"},
		"a device as a lane":     {lane, someDevice, time.Hour, "x", "no lane"},
		"loose bits":             {lane, "AAECAwQFBgd", time.Hour, "x", "no lane"},
		"no range":               {ranged, "everybody", time.Hour, "x", "no range"},
		"half a range":           {ranged, "10.0.0.0/", time.Hour, "x", "no range"},
		"an address with a zone": {ranged, "fe80::1%eth0", time.Hour, "x", "no range"},
		"IPv4 in IPv6":           {ranged, "::ffff:198.51.100.0/120", time.Hour, "x", "no range"},
		"too wide, IPv4":         {ranged, "198.51.0.0/15", time.Hour, "x", "too wide"},
		"too wide, IPv6":         {ranged, "2001:db8::/27", time.Hour, "x", "too wide"},
		"loopback":               {ranged, "127.0.1.0/24", time.Hour, "x", "Loopback"},
		"loopback, IPv6":         {ranged, "::/64", time.Hour, "x", "Loopback"},
		"no reason":              {lane, someLane, time.Hour, "", "Say why"},
		"no end":                 {lane, someLane, 0, "x", "a minute to 30 days"},
		"too long":               {lane, someLane, 721 * time.Hour, "x", "a minute to 30 days"},
	} {
		_, err := e.tryBlock(t, c.kind, c.subject, c.length, c.reason)
		if f := fault.From(err); f == nil || f.Reason != "BLOCK_INVALID" || !strings.Contains(f.Message, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p := e.policy(t, ""); p.GetVersion() != before || len(p.GetBlocks()) != 0 || len(e.acts(t)) != 0 {
		t.Errorf("%v", p)
	}
	for _, widest := range []string{"198.51.0.0/16", "2001:db0::/28"} {
		e.block(t, ranged, widest)
	}
}

// fillBlocks stores blocks of ranges that end in an hour.
func (e *policyEnvironment) fillBlocks(t *testing.T, n int) {
	t.Helper()
	testkit.Exec(t, e.Database(t), `INSERT INTO blocks (kind, subject, reason, operator, expires_at)
		SELECT 'range', format('2001:db8:%s::/48', to_hex(n)), 'x', 'lin', now() + interval '1 hour'
		FROM generate_series(1, $1) AS n`, n)
}

// All gateways have all blocks in memory, so there is a most.
// Verifies MOD-16.
func TestBlocksAreBounded(t *testing.T) {
	e := newPolicyEnvironment(t)
	e.fillBlocks(t, policy.MaxBlocks-1)
	last := e.block(t, lane, someLane)
	if got := len(e.blocked(t)); got != policy.MaxBlocks {
		t.Errorf("the policy has %d blocks", got)
	}
	_, err := e.tryBlock(t, device, someDevice, time.Hour, "x")
	if f := fault.From(err); f == nil || f.Reason != "TOO_MANY_BLOCKS" {
		t.Errorf("one too many: %v", err)
	}
	e.block(t, lane, someLane) // is one of them
	if _, err := e.operator.Unblock(t.Context(), &moderationv1.UnblockRequest{BlockId: last.GetId()}); err != nil {
		t.Fatal(err)
	}
	e.block(t, device, someDevice)
}

// Verifies MOD-16.
func TestBlocksAreListedNewestFirst(t *testing.T) {
	e := newPolicyEnvironment(t)
	for n := range 5 {
		e.block(t, ranged, fmt.Sprintf("198.51.100.%d", n))
	}
	ended := e.block(t, lane, someLane)
	if _, err := e.operator.Unblock(t.Context(), &moderationv1.UnblockRequest{BlockId: ended.GetId()}); err != nil {
		t.Fatal(err)
	}
	list := func(ended bool) (all []string) {
		for cursor := ""; ; {
			r, err := e.operator.ListBlocks(t.Context(),
				&moderationv1.ListBlocksRequest{Cursor: cursor, PageSize: 2, IncludeEnded: ended})
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range r.GetBlocks() {
				all = append(all, b.GetSubject())
			}
			if cursor = r.GetNextCursor(); cursor == "" {
				return all
			}
		}
	}
	inForce := []string{"198.51.100.4/32", "198.51.100.3/32", "198.51.100.2/32", "198.51.100.1/32", "198.51.100.0/32"}
	if diff := cmp.Diff(inForce, list(false)); diff != "" {
		t.Errorf("in force: %s", diff)
	}
	if diff := cmp.Diff(append([]string{someLane}, inForce...), list(true)); diff != "" {
		t.Errorf("with ended: %s", diff)
	}
	_, err := e.operator.ListBlocks(t.Context(), &moderationv1.ListBlocksRequest{Cursor: "x", PageSize: 101})
	if f := fault.From(err); f == nil || f.Reason != "LIST_INVALID" || len(f.Fields) != 2 {
		t.Errorf("a bad page: %v", err)
	}
}

// Verifies MOD-16.
func TestEndedBlocksAreDeletedAfterThirtyDays(t *testing.T) {
	e := newPolicyEnvironment(t)
	for _, subject := range []string{"198.51.100.1", "198.51.100.2", "198.51.100.3"} {
		e.block(t, ranged, subject)
	}
	db := e.Database(t)
	for subject, age := range map[string]string{"198.51.100.1/32": "30 days 1 minute", "198.51.100.2/32": "29 days"} {
		testkit.Exec(t, db, `UPDATE blocks SET expires_at = now() - $2::interval WHERE subject = $1`, subject, age)
	}
	if err := postgres.Sweep(db)(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := e.operator.ListBlocks(t.Context(), &moderationv1.ListBlocksRequest{IncludeEnded: true})
	if err != nil || len(r.GetBlocks()) != 2 || len(e.blocked(t)) != 1 {
		t.Errorf("%v, %v", r, err)
	}
}
