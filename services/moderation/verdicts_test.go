package main

import (
	"testing"

	"github.com/google/uuid"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// recordVerdict says that a check has hidden a subject.
func (e *caseEnvironment) recordVerdict(t *testing.T, of *moderationv1.Subject) {
	t.Helper()
	_, err := e.owner.RecordVerdict(t.Context(), &moderationv1.RecordVerdictRequest{
		Details: &moderationv1.SubjectDetails{Subject: of, Text: "gm", MakerDevice: "maker"}, Check: "picture-check"})
	if err != nil {
		t.Fatal(err)
	}
}

func isOpen(c *moderationv1.Case) bool { return c.GetState() == moderationv1.CaseState_CASE_STATE_OPEN }

// What a check has hidden waits for an operator, and its maker can appeal.
// Verifies MOD-51.
func TestVerdictsAreDecisionsInForce(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	for range 2 {
		e.recordVerdict(t, of)
	}
	c := e.get(t, of)
	if len(c.GetDecisions()) != 1 || len(c.GetSignals()) != 1 || !isOpen(c) {
		t.Fatalf("the case is %v", c)
	}
	if d := c.GetDecisions()[0]; d.GetAction() != hide || d.GetReason() != offensive || d.GetOperator() != "" ||
		d.GetOutcome() != moderationv1.Outcome_OUTCOME_APPLIED {
		t.Errorf("the decision is %v", d)
	}
	if _, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: of,
		Text: "it is a candle"}); err != nil {
		t.Fatal(err)
	}
	e.decide(t, of, restore)
	if c := e.get(t, of); isOpen(c) || c.GetAppeal().GetAnswerTime() == nil {
		t.Errorf("after the answer the case is %v", c)
	}
}

// A check that was not told in time that an operator left the subject is overruled.
// Verifies MOD-51.
func TestVerdictsDoNotHideWhatOperatorsCleared(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	e.report(t, of, uuid.NewString(), "a", true)
	e.decide(t, of, leave)
	e.recordVerdict(t, of)
	if all := e.events(t, of, 2); all[1].GetAction() != restore || !all[1].GetIsAutomatic() {
		t.Errorf("the events are %v", all)
	}
	if !isOpen(e.get(t, of)) {
		t.Error("no operator looks at it")
	}
}
