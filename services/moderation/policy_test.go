package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// policyEnvironment is a service that runs, with its callers.
type policyEnvironment struct {
	*servicetest.Instance[configuration]
	gateway  moderationv1.PolicyServiceClient
	operator moderationv1.ModerationOperatorServiceClient // ada
	common   operatorv1.OperatorServiceClient
}

func newPolicyEnvironment(t *testing.T) *policyEnvironment {
	t.Helper()
	i := servicetest.New(t, spec, servicetest.OperatorEnvironment(t))
	i.Start(t)
	conn := i.DialOperator(t, "token-a")
	return &policyEnvironment{i, moderationv1.NewPolicyServiceClient(i.Conn),
		moderationv1.NewModerationOperatorServiceClient(conn), operatorv1.NewOperatorServiceClient(conn)}
}

// policy returns what the gateway gets that knows a version.
func (e *policyEnvironment) policy(t *testing.T, known string) *moderationv1.Policy {
	t.Helper()
	p, err := e.gateway.GetPolicy(t.Context(), &moderationv1.GetPolicyRequest{KnownVersion: known})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// acts returns what operators did, newest first, without the ids that they did it to.
func (e *policyEnvironment) acts(t *testing.T) (all []string) {
	t.Helper()
	r, err := e.common.ListActs(t.Context(), &operatorv1.ListActsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.GetActs() {
		all = append(all, a.GetOperator()+" "+a.GetAct()+" "+a.GetNote())
	}
	return all
}

func (e *policyEnvironment) lockDown(t *testing.T, length time.Duration) *moderationv1.LockdownStatus {
	t.Helper()
	l, err := e.operator.SetLockdown(t.Context(), &moderationv1.SetLockdownRequest{On: true,
		Duration: durationpb.New(length), Reason: " a flood "})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Verifies MOD-13.
func TestLockdownIsPartOfThePolicyUntilItEnds(t *testing.T) {
	e := newPolicyEnvironment(t)
	before := e.policy(t, "")
	if before.GetVersion() == "" || before.GetLockdown() != nil {
		t.Fatalf("at first: %v", before)
	}
	l := e.lockDown(t, time.Hour)
	if left := time.Until(l.GetExpireTime().AsTime()); !l.GetOn() || left < 59*time.Minute || left > time.Hour ||
		l.GetReason() != "a flood" || l.GetOperator() != "ada" || !l.GetCreateTime().IsValid() {
		t.Errorf("begun: %v", l)
	}
	shown, err := e.operator.GetLockdown(t.Context(), &moderationv1.GetLockdownRequest{})
	if diff := cmp.Diff(l.String(), shown.String()); err != nil || diff != "" {
		t.Errorf("shown: %v, %s", err, diff)
	}
	during := e.policy(t, before.GetVersion())
	if during.GetVersion() == before.GetVersion() || !during.GetLockdown().GetExpireTime().AsTime().Equal(
		l.GetExpireTime().AsTime()) {
		t.Errorf("during: %v", during)
	}
	if same := e.policy(t, during.GetVersion()); same.GetVersion() != during.GetVersion() || same.GetLockdown() != nil {
		t.Errorf("a known version: %v", same)
	}
	if again := e.policy(t, "no version"); again.GetLockdown() == nil {
		t.Errorf("an unknown version: %v", again)
	}
	if _, err := e.operator.SetLockdown(t.Context(), &moderationv1.SetLockdownRequest{Reason: "over"}); err != nil {
		t.Fatal(err)
	}
	if after := e.policy(t, during.GetVersion()); after.GetVersion() == during.GetVersion() ||
		after.GetLockdown() != nil {
		t.Errorf("after: %v", after)
	}
	_, err = e.operator.SetLockdown(t.Context(), &moderationv1.SetLockdownRequest{})
	if f := fault.From(err); f == nil || f.Reason != "NO_LOCKDOWN" {
		t.Errorf("ended twice: %v", err)
	}
	if diff := cmp.Diff([]string{"ada lockdown-off over", "ada lockdown-on a flood"}, e.acts(t)); diff != "" {
		t.Error(diff)
	}
}

// Verifies MOD-13.
func TestExpiredLockdownIsOver(t *testing.T) {
	e := newPolicyEnvironment(t)
	e.lockDown(t, time.Hour)
	testkit.Exec(t, e.Database(t), `UPDATE policy SET lockdown_until = now()`)
	shown, err := e.operator.GetLockdown(t.Context(), &moderationv1.GetLockdownRequest{})
	if err != nil || shown.GetOn() || e.policy(t, "").GetLockdown() != nil {
		t.Errorf("%v, %v", shown, err)
	}
}

// Verifies MOD-13.
func TestInvalidLockdownChangesNothing(t *testing.T) {
	e := newPolicyEnvironment(t)
	before := e.policy(t, "").GetVersion()
	for name, r := range map[string]*moderationv1.SetLockdownRequest{
		"no end":     {On: true, Reason: "why"},
		"too short":  {On: true, Reason: "why", Duration: durationpb.New(time.Second)},
		"too long":   {On: true, Reason: "why", Duration: durationpb.New(31 * 24 * time.Hour)},
		"no reason":  {On: true, Reason: " ", Duration: durationpb.New(time.Hour)},
		"a bad note": {On: true, Reason: "a\u202eb", Duration: durationpb.New(time.Hour)},
	} {
		_, err := e.operator.SetLockdown(t.Context(), r)
		if f := fault.From(err); f == nil || f.Reason != "LOCKDOWN_INVALID" || len(f.Fields) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger := moderationv1.NewModerationOperatorServiceClient(e.DialOperator(t, "token"))
	if _, err := stranger.SetLockdown(t.Context(), &moderationv1.SetLockdownRequest{On: true, Reason: "why",
		Duration: durationpb.New(time.Hour)}); err == nil {
		t.Error("a stranger begins a lockdown")
	}
	if p := e.policy(t, ""); p.GetVersion() != before || p.GetLockdown() != nil || len(e.acts(t)) != 0 {
		t.Errorf("%v, %v", p, e.acts(t))
	}
	servicetest.CheckOperatorPort(t, e.Instance)
}
