package main

import (
	"fmt"
	"maps"
	"slices"
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
	"mcwick.example/services/moderation/internal/postgres"
)

const (
	picture = moderationv1.SubjectKind_SUBJECT_KIND_PICTURE
	video   = moderationv1.SubjectKind_SUBJECT_KIND_VIDEO
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
	return newCaseEnvironmentWith(t, nil)
}

// newCaseEnvironmentWith is newCaseEnvironment with other variables.
func newCaseEnvironmentWith(t *testing.T, variables map[string]string) *caseEnvironment {
	t.Helper()
	environment := servicetest.OperatorEnvironment(t)
	maps.Copy(environment, variables)
	i := servicetest.New(t, spec, environment)
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
// Verifies MOD-22.
// Verifies MOD-23.
// Verifies MOD-23.
// Verifies MOD-24.
// Verifies MOD-24.
// Verifies MOD-25.
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

// A decision that is on its way does not look applied because its subject is imported, as after a late check.
func TestImportKnowsNoDecisionThatIsOnItsWay(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	decided, refused := e.decide(t, of, remove)
	if refused != "" {
		t.Fatal(refused)
	}
	for _, want := range []int32{0, 1} {
		imported, err := e.owner.ImportCase(t.Context(), &moderationv1.ImportCaseRequest{
			Details: &moderationv1.SubjectDetails{Subject: of}, IsHidden: true})
		if err != nil || imported.GetDecisionVersion() != want {
			t.Errorf("%v, %v, want version %d", imported, err, want)
		}
		if _, err := e.owner.ConfirmDecisions(t.Context(), &moderationv1.ConfirmDecisionsRequest{
			Decisions: []*moderationv1.AppliedDecision{{DecisionId: decided.GetId(),
				Outcome: moderationv1.Outcome_OUTCOME_APPLIED, ApplyTime: timestamppb.Now()}}}); err != nil {
			t.Fatal(err)
		}
	}
}

// Verifies MOD-28, MOD-105.
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
	for _, action := range []moderationv1.Action{hide, remove, restore} {
		if _, refused := e.decide(t, c.GetDetails().GetSubject(), action); refused != "DECISION_INVALID" {
			t.Errorf("%v: %q", action, refused)
		}
	}
	d, refused := e.decide(t, c.GetDetails().GetSubject(), leave)
	if refused != "" || d.GetOutcome() != moderationv1.Outcome_OUTCOME_APPLIED {
		t.Errorf("closed: %v, %s", d, refused)
	}
}

// Verifies MOD-124.
func TestSendersOfTakedownRequestsAreForgotten(t *testing.T) {
	e := newCaseEnvironment(t)
	db := e.Database(t)
	for sender, age := range map[string]string{"old": "7 days 1 minute", "older": "30 days", "new": "6 days"} {
		ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: sender, IdempotencyKey: "key"})
		if _, err := e.owner.RequestTakedown(ctx,
			&moderationv1.RequestTakedownRequest{Place: "all of it", Reason: "that is me"}); err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, db, `UPDATE signals SET created_at = now() - $2::interval WHERE source = $1`, sender, age)
	}
	of := newSubject(picture)
	e.report(t, of, "device", "lane", true)
	testkit.Exec(t, db, `UPDATE signals SET created_at = now() - interval '30 days' WHERE kind = 'report'`)
	if err := postgres.Sweep(db)(t.Context()); err != nil {
		t.Fatal(err)
	}
	known := testkit.QueryOne[[]string](t, db, `SELECT array_agg(source ORDER BY source) FROM signals`)
	if diff := cmp.Diff([]string{"", "", "device", "new"}, known); diff != "" {
		t.Error(diff)
	}
}

// Verifies MOD-23.
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

// Verifies MOD-73.
func TestOpenCasesAreListedByWhenTheyAreDue(t *testing.T) {
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

// Verifies REQ-17.
func TestFiltersOfNewerReleasesAreRefused(t *testing.T) {
	e := newCaseEnvironment(t)
	for _, r := range []*moderationv1.ListCasesRequest{{State: 99}, {Kind: 99}, {Signal: 99}} {
		got, err := e.operator.ListCases(t.Context(), r)
		if f := fault.From(err); f == nil || f.Reason != "REQUEST_UNKNOWN" {
			t.Errorf("%v: %v, %v", r, got, err)
		}
	}
	got, err := e.operator.GetCase(t.Context(), &moderationv1.GetCaseRequest{Subject: &moderationv1.Subject{Kind: 99}})
	if f := fault.From(err); f == nil || f.Reason != "REQUEST_UNKNOWN" {
		t.Errorf("%v, %v", got, err)
	}
}

// list returns the subjects of the first page.
func (e *caseEnvironment) list(t *testing.T, r *moderationv1.ListCasesRequest) (subjects []string) {
	t.Helper()
	page, err := e.operator.ListCases(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range page.GetCases() {
		subjects = append(subjects, c.GetDetails().GetSubject().GetId())
	}
	return subjects
}

func TestCasesAreFilteredByMakerAndAppeal(t *testing.T) {
	e := newCaseEnvironment(t)
	appealed, reported := newSubject(picture), newSubject(picture)
	for _, of := range []*moderationv1.Subject{appealed, reported} {
		e.report(t, of, "device", "lane", true)
	}
	e.decide(t, appealed, hide)
	_, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: appealed, Text: "why"})
	if err != nil {
		t.Fatal(err)
	}
	both := []string{appealed.GetId(), reported.GetId()}
	for name, c := range map[string]struct {
		request *moderationv1.ListCasesRequest
		want    []string
	}{
		"open": {&moderationv1.ListCasesRequest{State: moderationv1.CaseState_CASE_STATE_OPEN},
			[]string{both[1], both[0]}},
		"appeals": {&moderationv1.ListCasesRequest{Appealed: true}, both[:1]},
		"maker":   {&moderationv1.ListCasesRequest{MakerDevice: "maker"}, both},
		"another": {&moderationv1.ListCasesRequest{MakerDevice: "device"}, nil},
		"account": {&moderationv1.ListCasesRequest{MakerAccount: "account"}, nil},
	} {
		if diff := cmp.Diff(c.want, e.list(t, c.request)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	c := e.get(t, appealed)
	if c.GetStatus() != moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN ||
		c.GetDueTime().AsTime().Sub(c.GetAppeal().GetCreateTime().AsTime()).Round(time.Hour) != 12*time.Hour {
		t.Errorf("appealed: %v", c)
	}
	e.decide(t, appealed, restore)
	if c := e.get(t, appealed); c.GetStatus() != moderationv1.SubjectStatus_SUBJECT_STATUS_PUBLIC || c.DueTime != nil {
		t.Errorf("restored: %v", c)
	}
}
