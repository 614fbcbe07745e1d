package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

const (
	picture = moderationv1.SubjectKind_SUBJECT_KIND_PICTURE
	entry   = moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY

	leave   = moderationv1.Action_ACTION_LEAVE
	hide    = moderationv1.Action_ACTION_HIDE
	remove  = moderationv1.Action_ACTION_REMOVE
	restore = moderationv1.Action_ACTION_RESTORE

	offensive = moderationv1.Reason_REASON_OFFENSIVE
)

// caseEnvironment is a service that runs, with its callers.
type caseEnvironment struct {
	*servicetest.Instance[configuration]
	owner    moderationv1.CaseServiceClient
	operator moderationv1.CaseOperatorServiceClient // ada
	common   operatorv1.OperatorServiceClient
}

func newCaseEnvironment(t *testing.T) *caseEnvironment {
	t.Helper()
	i := servicetest.New(t, spec, servicetest.OperatorEnvironment(t))
	i.Start(t)
	conn := i.DialOperator(t, "token-a")
	return &caseEnvironment{i, moderationv1.NewCaseServiceClient(i.Conn),
		moderationv1.NewCaseOperatorServiceClient(conn), operatorv1.NewOperatorServiceClient(conn)}
}

// newSubject returns a subject that nothing is known of.
func newSubject(kind moderationv1.SubjectKind) *moderationv1.Subject {
	return &moderationv1.Subject{Kind: kind, Id: uuid.NewString()}
}

// report has a device report a subject and returns the reason of a refusal.
func (e *caseEnvironment) report(t *testing.T, of *moderationv1.Subject, device, lane string, settled bool) {
	t.Helper()
	_, err := e.owner.ReportSubject(t.Context(), &moderationv1.ReportSubjectRequest{
		Details: &moderationv1.SubjectDetails{Subject: of, Text: "gm", ObjectName: "memes/x.png", MakerDevice: "maker"},
		Report: &moderationv1.SubjectReport{Reason: offensive, Note: "look", Device: device, Lane: lane,
			IsSettled: settled}})
	if err != nil {
		t.Fatal(err)
	}
}

func (e *caseEnvironment) get(t *testing.T, of *moderationv1.Subject) *moderationv1.Case {
	t.Helper()
	c, err := e.operator.GetCase(t.Context(), &moderationv1.GetCaseRequest{Subject: of})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// decide returns the decision, or the code of the refusal.
func (e *caseEnvironment) decide(
	t *testing.T, of *moderationv1.Subject, action moderationv1.Action,
) (*moderationv1.Decision, string) {
	t.Helper()
	d, err := e.operator.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: action, Reason: offensive,
		Message: "not here", Note: "seen"})
	if err != nil {
		return nil, fault.From(err).Reason
	}
	return d, ""
}

// events returns the first n events about a subject.
func (e *caseEnvironment) events(t *testing.T, of *moderationv1.Subject, n int) (all []*moderationv1.DecisionMade) {
	t.Helper()
	testkit.ReadTopic(t, testkit.Kafka(t), moderationv1.TopicDecision, fmt.Sprint(n, " decisions"),
		func(m kafka.Message) bool {
			made := new(moderationv1.DecisionMade)
			if string(m.Key) == of.GetId() && proto.Unmarshal(m.Value, made) == nil {
				all = append(all, made)
			}
			return len(all) == n
		})
	return all
}

// describe returns what a decision does.
func describe(d *moderationv1.DecisionMade) string {
	return fmt.Sprint(d.GetVersion(), " ", d.GetAction(), " ", d.GetReason(), " ", d.GetMessage(), " automatic ",
		d.GetIsAutomatic(), " appeal ", d.GetAnswersAppeal())
}

// Verifies MOD-22.
func TestReportsOfThreeNetworksHidePictures(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	e.report(t, of, "a1", "lane a", true)
	e.report(t, of, "a1", "lane b", true) // a repeat
	e.report(t, of, "a2", "lane a", true) // of the same network
	e.report(t, of, "b1", "lane b", true)
	for i := range 5 {
		e.report(t, of, fmt.Sprint("new", i), fmt.Sprint("lane new ", i), false) // not settled: they only queue
	}
	c := e.get(t, of)
	if c.GetWeight() != 2 || c.GetOpenSignals() != 8 || len(c.GetDecisions()) != 0 ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Fatalf("two networks: %v", c)
	}
	e.report(t, of, "c1", "lane c", true)
	e.report(t, of, "d1", "lane d", true) // it is hidden already
	made := e.events(t, of, 1)
	if diff := cmp.Diff("1 ACTION_HIDE REASON_OFFENSIVE  automatic true appeal false", describe(made[0])); diff != "" {
		t.Error(diff)
	}
	c = e.get(t, of)
	if len(c.GetDecisions()) != 1 || c.GetDecisions()[0].GetOperator() != "" ||
		c.GetDecisions()[0].GetApplyTime() != nil ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Errorf("hidden by reports: %v", c)
	}
	person := newSubject(entry)
	for _, lane := range []string{"a", "b", "c", "d"} {
		e.report(t, person, "device "+lane, "lane "+lane, true)
	}
	if c := e.get(t, person); c.GetWeight() != 4 || len(c.GetDecisions()) != 0 {
		t.Errorf("a person on a wall, whom an operator approved: %v", c)
	}
}

// Verifies MOD-22.
func TestRacingReportsDecideOnce(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	done := make(chan error)
	for i := range 30 {
		go func() {
			_, err := e.owner.ReportSubject(context.Background(), &moderationv1.ReportSubjectRequest{
				Details: &moderationv1.SubjectDetails{Subject: of},
				Report: &moderationv1.SubjectReport{Reason: offensive, Device: fmt.Sprint(i), Lane: fmt.Sprint(i),
					IsSettled: true}})
			done <- err
		}()
	}
	for range 30 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if c := e.get(t, of); len(c.GetDecisions()) != 1 || c.GetOpenSignals() != 30 || c.GetWeight() != 30 {
		t.Errorf("got %v", c)
	}
}

// Verifies MOD-23.
func TestReportsNeverHideWhatOperatorsCleared(t *testing.T) {
	e := newCaseEnvironment(t)
	for name, first := range map[string][]moderationv1.Action{"left": {leave}, "restored": {hide, restore}} {
		of := newSubject(picture)
		e.report(t, of, "first", "lane first", true)
		for _, action := range first {
			if _, refused := e.decide(t, of, action); refused != "" {
				t.Fatal(refused)
			}
		}
		for i := range 5 {
			e.report(t, of, fmt.Sprint("device", i), fmt.Sprint("lane", i), true)
		}
		if c := e.get(t, of); len(c.GetDecisions()) != len(first) || c.GetOpenSignals() != 5 {
			t.Errorf("%s: %v", name, c)
		}
	}
}

// Verifies MOD-23.
func TestFalseReportersLoseWeight(t *testing.T) {
	e := newCaseEnvironment(t)
	weigh := func() float64 {
		of := newSubject(picture)
		e.report(t, of, "serial", "lane serial", true)
		return e.get(t, of).GetWeight()
	}
	decide := func(action moderationv1.Action) {
		of := newSubject(picture)
		e.report(t, of, "serial", "lane serial", true)
		if _, refused := e.decide(t, of, action); refused != "" {
			t.Fatal(refused)
		}
	}
	got := []float64{weigh()}
	for _, action := range []moderationv1.Action{leave, leave, hide, leave} {
		decide(action)
		got = append(got, weigh())
	}
	if diff := cmp.Diff([]float64{1, 0.5, 0.333, 0.5, 0.4}, got); diff != "" {
		t.Error(diff)
	}
	// Three of them hide nothing that one honest network would not.
	of := newSubject(picture)
	e.report(t, of, "serial", "lane serial", true)
	e.report(t, of, "honest", "lane honest", true)
	e.report(t, of, "honest too", "lane honest too", true)
	if c := e.get(t, of); len(c.GetDecisions()) != 0 {
		t.Errorf("a false reporter hides a picture: %v", c)
	}
}

// Verifies MOD-24.
func TestDecisionsAreEventsUntilTheyAreApplied(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	var ids []string
	for _, action := range []moderationv1.Action{hide, restore, remove, leave} {
		d, refused := e.decide(t, of, action)
		if refused != "" {
			t.Fatalf("%v: %s", action, refused)
		}
		ids = append(ids, d.GetId())
		if d.GetOperator() != "ada" || d.GetNote() != "seen" || d.GetApplyTime() != nil {
			t.Errorf("decided: %v", d)
		}
	}
	var got []string
	for _, made := range e.events(t, of, 4) {
		got = append(got, describe(made))
	}
	want := []string{"1 ACTION_HIDE REASON_OFFENSIVE not here automatic false appeal false",
		"2 ACTION_RESTORE REASON_UNSPECIFIED not here automatic false appeal false",
		"3 ACTION_REMOVE REASON_OFFENSIVE not here automatic false appeal false",
		"4 ACTION_LEAVE REASON_UNSPECIFIED not here automatic false appeal false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	unapplied := &moderationv1.ListCasesRequest{Unapplied: true}
	if r, err := e.operator.ListCases(t.Context(), unapplied); err != nil || len(r.GetCases()) != 1 {
		t.Errorf("not yet applied: %v, %v", r, err)
	}
	confirmation := &moderationv1.ConfirmDecisionsRequest{}
	for _, id := range ids {
		confirmation.Decisions = append(confirmation.Decisions, &moderationv1.AppliedDecision{DecisionId: id,
			Outcome: moderationv1.Outcome_OUTCOME_APPLIED, ApplyTime: timestamppb.Now()})
	}
	for range 2 { // a repeat changes nothing
		if _, err := e.owner.ConfirmDecisions(t.Context(), confirmation); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := e.operator.ListCases(t.Context(), unapplied); err != nil || len(r.GetCases()) != 0 {
		t.Errorf("applied: %v, %v", r, err)
	}
	for _, d := range e.get(t, of).GetDecisions() {
		if d.GetOutcome() != moderationv1.Outcome_OUTCOME_APPLIED || !d.GetApplyTime().IsValid() {
			t.Errorf("applied: %v", d)
		}
	}
}

// Verifies MOD-24.
func TestRefusedDecisionsChangeNothing(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	if _, refused := e.decide(t, of, restore); refused != "NOT_HIDDEN" {
		t.Errorf("restored though it is public: %q", refused)
	}
	if _, refused := e.decide(t, of, hide); refused != "" {
		t.Fatal(refused)
	}
	if _, refused := e.decide(t, of, hide); refused != "ALREADY_HIDDEN" {
		t.Errorf("hidden twice: %q", refused)
	}
	stale := int32(0)
	for name, c := range map[string]struct {
		r    *moderationv1.DecideRequest
		want string
	}{
		"no action":  {&moderationv1.DecideRequest{Subject: of, Reason: offensive}, "DECISION_INVALID"},
		"no reason":  {&moderationv1.DecideRequest{Subject: of, Action: remove}, "DECISION_INVALID"},
		"no subject": {&moderationv1.DecideRequest{Action: leave}, "DECISION_INVALID"},
		"no owner": {&moderationv1.DecideRequest{Action: leave,
			Subject: newSubject(moderationv1.SubjectKind_SUBJECT_KIND_HANDLE)}, "DECISION_INVALID"},
		"a long message": {&moderationv1.DecideRequest{Subject: of, Action: restore, Message: strings.Repeat("x", 401)},
			"DECISION_INVALID"},
		"a hidden character": {&moderationv1.DecideRequest{Subject: of, Action: restore, Note: "a\u202eb"},
			"DECISION_INVALID"},
		"an old version": {&moderationv1.DecideRequest{Subject: of, Action: restore, KnownVersion: &stale},
			"CASE_CHANGED"},
	} {
		if _, err := e.operator.Decide(t.Context(), c.r); fault.From(err) == nil || fault.From(err).Reason != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger := moderationv1.NewCaseOperatorServiceClient(e.DialOperator(t, "token"))
	if _, err := stranger.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: restore}); err == nil {
		t.Error("a stranger decides")
	}
	if c := e.get(t, of); len(c.GetDecisions()) != 1 {
		t.Errorf("got %v", c)
	}
}

// Verifies MOD-25.
func TestAppealsAreAnsweredOnce(t *testing.T) {
	e := newCaseEnvironment(t)
	appeal := func(of *moderationv1.Subject) string {
		_, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: of,
			Text: " but why? "})
		if err != nil {
			return fault.From(err).Reason
		}
		return ""
	}
	for answer, want := range map[moderationv1.Action]string{restore: "NOTHING_TO_APPEAL", leave: "NOTHING_TO_APPEAL"} {
		of := newSubject(picture)
		if got := appeal(of); got != "NOTHING_TO_APPEAL" {
			t.Errorf("before: %q", got)
		}
		e.decide(t, of, hide)
		if got := appeal(of); got != "" {
			t.Fatal(got)
		}
		if got := appeal(of); got != "APPEAL_MADE" {
			t.Errorf("twice: %q", got)
		}
		c := e.get(t, of)
		if c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN || c.GetAppeal().GetText() != "but why?" ||
			c.GetAppeal().GetAnswerTime() != nil || c.GetWeight() != 1 {
			t.Errorf("open: %v", c)
		}
		if d, refused := e.decide(t, of, answer); refused != "" || !d.GetAnswersAppeal() {
			t.Errorf("answered: %v, %s", d, refused)
		}
		c = e.get(t, of)
		if c.GetState() != moderationv1.CaseState_CASE_STATE_CLOSED || !c.GetAppeal().GetAnswerTime().IsValid() ||
			c.GetWeight() != 0 {
			t.Errorf("closed: %v", c)
		}
		if made := e.events(t, of, 2); !made[1].GetAnswersAppeal() {
			t.Errorf("the answer: %v", made[1])
		}
		if got := appeal(of); got != want {
			t.Errorf("after the answer: %q", got)
		}
	}
}

// Verifies MOD-27.
func TestCasesFromBeforeAreImported(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	r := &moderationv1.ImportCaseRequest{
		Details: &moderationv1.SubjectDetails{Subject: of, Text: "gm", MakerDevice: "maker"}, IsHidden: true,
		HiddenBy: "bob",
		Reports: []*moderationv1.SubjectReport{{Reason: offensive, Device: "d1", Lane: "l1", IsSettled: true,
			CreateTime: timestamppb.New(time.Now().Add(-time.Hour))}},
	}
	for range 2 { // a repeat changes nothing
		imported, err := e.owner.ImportCase(t.Context(), r)
		if err != nil || imported.GetDecisionVersion() != 1 {
			t.Fatalf("%v, %v", imported, err)
		}
	}
	c := e.get(t, of)
	if len(c.GetDecisions()) != 1 || c.GetDecisions()[0].GetOperator() != "bob" ||
		!c.GetDecisions()[0].GetApplyTime().IsValid() ||
		c.GetOpenSignals() != 1 {
		t.Errorf("imported: %v", c)
	}
	if _, refused := e.decide(t, of, restore); refused != "" {
		t.Error(refused)
	}
	if made := e.events(t, of, 1); made[0].GetVersion() != 2 {
		t.Errorf("what is in force already is an event: %v", made)
	}
	cleared := newSubject(picture)
	r.Details.Subject, r.IsHidden, r.IsCleared = cleared, false, true
	if _, err := e.owner.ImportCase(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		e.report(t, cleared, fmt.Sprint("device", i), fmt.Sprint("lane", i), true)
	}
	if c := e.get(t, cleared); len(c.GetDecisions()) != 0 {
		t.Errorf("reports hide what was cleared before: %v", c)
	}
}

// Verifies MOD-28.
func TestTakedownRequestsAreCases(t *testing.T) {
	e := newCaseEnvironment(t)
	ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "somebody", Lane: "a lane", IdempotencyKey: "key-1"})
	r := &moderationv1.RequestTakedownRequest{Place: " the second card ", Reason: "that is me", XHandle: "vitalik"}
	for range 2 {
		if _, err := e.owner.RequestTakedown(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	_, err := e.owner.RequestTakedown(ctx, &moderationv1.RequestTakedownRequest{Place: "elsewhere",
		Reason: "that is me"})
	if f := fault.From(err); f == nil || f.Reason != "IDEMPOTENCY_KEY_REUSED" {
		t.Errorf("another request with the same key: %v", err)
	}
	_, err = e.owner.RequestTakedown(ctx, &moderationv1.RequestTakedownRequest{Place: " ", XHandle: "no handle"})
	if f := fault.From(err); f == nil || f.Reason != "TAKEDOWN_INVALID" || len(f.Fields) != 3 {
		t.Errorf("an invalid one: %v", err)
	}
	open, err := e.operator.ListCases(t.Context(), &moderationv1.ListCasesRequest{
		State: moderationv1.CaseState_CASE_STATE_OPEN, Kind: moderationv1.SubjectKind_SUBJECT_KIND_PLACE})
	if err != nil || len(open.GetCases()) != 1 {
		t.Fatalf("%v, %v", open, err)
	}
	c := open.GetCases()[0]
	if s := c.GetSignals()[0]; c.GetDetails().GetText() != "the second card" || s.GetNote() != "that is me" ||
		s.GetXHandle() != "@vitalik" || s.GetLane() != "a lane" {
		t.Errorf("got %v", c)
	}
	d, refused := e.decide(t, c.GetDetails().GetSubject(), leave)
	if refused != "" || d.GetOutcome() != moderationv1.Outcome_OUTCOME_APPLIED {
		t.Errorf("closed: %v, %s", d, refused)
	}
}

// Verifies MOD-23.
func TestReportsOfALaneAreDismissedTogether(t *testing.T) {
	e := newCaseEnvironment(t)
	var flooded []*moderationv1.Subject
	for i := range 3 {
		of := newSubject(picture)
		e.report(t, of, fmt.Sprint("flood", i), "lane flood", true)
		flooded = append(flooded, of)
	}
	e.report(t, flooded[0], "honest", "lane honest", true)
	r, err := e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: "lane flood", Note: "a flood"})
	if err != nil || r.GetDismissed() != 3 || r.GetRemaining() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	if c := e.get(t, flooded[0]); c.GetWeight() != 1 || c.GetOpenSignals() != 1 ||
		c.GetState() != moderationv1.CaseState_CASE_STATE_OPEN {
		t.Errorf("with another report: %v", c)
	}
	if c := e.get(t, flooded[1]); c.GetWeight() != 0 || c.GetState() != moderationv1.CaseState_CASE_STATE_CLOSED {
		t.Errorf("without: %v", c)
	}
	_, err = e.operator.DismissLane(t.Context(), &moderationv1.DismissLaneRequest{Lane: "lane flood"})
	if f := fault.From(err); f == nil || f.Reason != "LANE_REPORTS_NOT_FOUND" {
		t.Errorf("again: %v", err)
	}
}

// Verifies MOD-24.
func TestCasesOfGoneSubjectsAreClosed(t *testing.T) {
	e := newCaseEnvironment(t)
	of, unknown := newSubject(picture), newSubject(picture)
	e.report(t, of, "device", "lane", true)
	_, err := e.owner.ConfirmDecisions(t.Context(), &moderationv1.ConfirmDecisionsRequest{
		Gone: []*moderationv1.Subject{of, unknown}})
	if err != nil {
		t.Fatal(err)
	}
	if c := e.get(t, of); c.GetState() != moderationv1.CaseState_CASE_STATE_CLOSED || c.GetOpenSignals() != 0 {
		t.Errorf("got %v", c)
	}
}

func TestCasesAreListedHeaviestFirst(t *testing.T) {
	e := newCaseEnvironment(t)
	var want []string
	for i := range 5 {
		of := newSubject(entry)
		for n := range i + 1 {
			e.report(t, of, fmt.Sprint("device", n), fmt.Sprint("lane", n), true)
		}
		want = append(want, of.GetId())
	}
	slices.Reverse(want)
	var got []string
	r := &moderationv1.ListCasesRequest{State: moderationv1.CaseState_CASE_STATE_OPEN, PageSize: 2}
	for {
		page, err := e.operator.ListCases(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.GetCases() {
			got = append(got, c.GetDetails().GetSubject().GetId())
		}
		if r.Cursor = page.GetNextCursor(); r.Cursor == "" {
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	all, err := e.operator.ListCases(t.Context(), &moderationv1.ListCasesRequest{})
	if err != nil || len(all.GetCases()) != 5 || all.GetCases()[0].GetDetails().GetSubject().GetId() != want[0] {
		t.Errorf("newest first: %v, %v", all, err)
	}
}
