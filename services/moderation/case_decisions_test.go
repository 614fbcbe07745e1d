package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

func TestDecisionsAreEventsUntilTheyAreApplied(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	var ids []string
	for _, action := range []moderationv1.Action{hide, restore, remove, hide, leave} {
		known := int32(len(ids))
		d, err := e.operator.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: action,
			Reason: offensive, Message: "not here", Note: "seen", KnownVersion: &known})
		if err != nil {
			t.Fatalf("%v: %v", action, err)
		}
		ids = append(ids, d.GetId())
		if d.GetOperator() != "ada" || d.GetNote() != "seen" || d.GetApplyTime() != nil {
			t.Errorf("decided: %v", d)
		}
	}
	var got []string
	for _, made := range e.events(t, of, 5) {
		got = append(got, describe(made))
	}
	want := []string{"1 ACTION_HIDE REASON_OFFENSIVE not here automatic false appeal false",
		"2 ACTION_RESTORE REASON_UNSPECIFIED not here automatic false appeal false",
		"3 ACTION_REMOVE REASON_OFFENSIVE not here automatic false appeal false",
		"4 ACTION_HIDE REASON_OFFENSIVE not here automatic false appeal false",
		"5 ACTION_LEAVE REASON_UNSPECIFIED not here automatic false appeal false"}
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

// Verifies MOD-103.
func TestAppealThatTheOperatorDidNotSeeIsNotAnswered(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	made, refused := e.decide(t, of, hide)
	if refused != "" {
		t.Fatal(refused)
	}
	if _, err := e.owner.AppealDecision(t.Context(),
		&moderationv1.AppealDecisionRequest{Subject: of, Text: "it is a candle"}); err != nil {
		t.Fatal(err)
	}
	known := made.GetVersion()
	for _, seen := range []bool{false, true} {
		_, err := e.operator.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: remove,
			Reason: offensive, KnownVersion: &known, AppealSeen: &seen})
		isOpen := e.get(t, of).GetAppeal().GetAnswerTime() == nil
		if isOpen == seen || !seen && (fault.From(err) == nil || fault.From(err).Reason != "CASE_CHANGED") {
			t.Errorf("seen: %t, the appeal is open: %t, %v", seen, isOpen, err)
		}
	}
}

// Verifies MOD-101.
func TestRemovalIsTakenBackOnlyThatWasSeen(t *testing.T) {
	e := newCaseEnvironment(t)
	for action, status := range map[moderationv1.Action]moderationv1.SubjectStatus{
		hide:    moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN,
		restore: moderationv1.SubjectStatus_SUBJECT_STATUS_PUBLIC,
	} {
		of := newSubject(picture)
		removed, refused := e.decide(t, of, remove)
		if refused != "" {
			t.Fatal(refused)
		}
		if _, refused := e.decide(t, of, action); refused != "CASE_CHANGED" {
			t.Errorf("%s: blindly: %q", action, refused)
		}
		appeal := &moderationv1.AppealDecisionRequest{Subject: of, Text: "it is a candle"}
		if _, err := e.owner.AppealDecision(t.Context(), appeal); err != nil {
			t.Fatal(err)
		}
		if _, refused := e.decide(t, of, action); refused != "CASE_CHANGED" {
			t.Errorf("%s: blindly as answer to an appeal: %q", action, refused)
		}
		c := e.get(t, of)
		if c.GetStatus() != moderationv1.SubjectStatus_SUBJECT_STATUS_REMOVED || len(c.GetDecisions()) != 1 ||
			c.GetAppeal().GetAnswerTime() != nil {
			t.Errorf("%s: then it is %v", action, c)
		}
		known := removed.GetVersion()
		if _, err := e.operator.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: action,
			Reason: offensive, KnownVersion: &known}); err != nil {
			t.Errorf("%s: by who saw the removal: %v", action, err)
		}
		if c := e.get(t, of); c.GetStatus() != status {
			t.Errorf("%s: in the end it is %v", action, c)
		}
	}
}

// TestDecisionsAreRepeatedBehindThoseThatWereLost has a database that was restored to before two decisions, which
// the owner of the subject knows.
// Verifies MOD-98.
func TestDecisionsAreRepeatedBehindThoseThatWereLost(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	confirm := func(d *moderationv1.Decision, outcome moderationv1.Outcome, newer int32) {
		t.Helper()
		if _, err := e.owner.ConfirmDecisions(t.Context(), &moderationv1.ConfirmDecisionsRequest{
			Decisions: []*moderationv1.AppliedDecision{{DecisionId: d.GetId(), Outcome: outcome,
				ApplyTime: timestamppb.Now(), NewerVersion: newer}}}); err != nil {
			t.Fatal(err)
		}
	}
	first, refused := e.decide(t, of, hide)
	if refused != "" {
		t.Fatal(refused)
	}
	for range 2 { // a confirmation may come again
		confirm(first, moderationv1.Outcome_OUTCOME_SUPERSEDED, 2)
	}
	made := e.get(t, of).GetDecisions()
	if len(made) != 2 || made[0].GetVersion() != 3 || made[0].GetApplyTime() != nil || made[0].GetOperator() != "ada" {
		t.Fatalf("repeated: %v", made)
	}
	confirm(made[0], moderationv1.Outcome_OUTCOME_APPLIED, 0)
	last, refused := e.decide(t, of, restore)
	if refused != "" || last.GetVersion() != 4 {
		t.Fatalf("then restored: %v, %s", last, refused)
	}
	var got []string
	for _, made := range e.events(t, of, 3) {
		got = append(got, describe(made))
	}
	want := []string{"1 ACTION_HIDE REASON_OFFENSIVE not here automatic false appeal false",
		"3 ACTION_HIDE REASON_OFFENSIVE not here automatic false appeal false",
		"4 ACTION_RESTORE REASON_UNSPECIFIED not here automatic false appeal false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// An older decision that arrives after a newer one is not repeated.
// Verifies MOD-98.
func TestOlderDecisionsAreNotRepeated(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	first, refused := e.decide(t, of, hide)
	if refused != "" {
		t.Fatal(refused)
	}
	if _, refused := e.decide(t, of, restore); refused != "" {
		t.Fatal(refused)
	}
	if _, err := e.owner.ConfirmDecisions(t.Context(), &moderationv1.ConfirmDecisionsRequest{
		Decisions: []*moderationv1.AppliedDecision{{DecisionId: first.GetId(), ApplyTime: timestamppb.Now(),
			Outcome: moderationv1.Outcome_OUTCOME_SUPERSEDED, NewerVersion: 2}}}); err != nil {
		t.Fatal(err)
	}
	public := moderationv1.SubjectStatus_SUBJECT_STATUS_PUBLIC
	if c := e.get(t, of); len(c.GetDecisions()) != 2 || c.GetStatus() != public {
		t.Errorf("got %v", c)
	}
}

// The event of a decision may be lost with its topic, as by a restore.
func TestDecisionThatWasLostIsMadeAgain(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	for _, action := range []moderationv1.Action{hide, restore, remove} {
		if _, refused := e.decide(t, of, action); refused != "" {
			t.Fatal(refused)
		}
		if _, refused := e.decide(t, of, action); refused == "" {
			t.Errorf("%v: twice, though it may be on its way", action)
		}
		testkit.Exec(t, e.Database(t), `UPDATE decisions SET created_at = created_at - interval '1 minute'`)
		again, refused := e.decide(t, of, action)
		if refused != "" {
			t.Fatalf("%v: again: %s", action, refused)
		}
		if _, err := e.owner.ConfirmDecisions(t.Context(), &moderationv1.ConfirmDecisionsRequest{
			Decisions: []*moderationv1.AppliedDecision{{DecisionId: again.GetId(),
				Outcome: moderationv1.Outcome_OUTCOME_APPLIED, ApplyTime: timestamppb.Now()}}}); err != nil {
			t.Fatal(err)
		}
		if _, refused := e.decide(t, of, action); refused == "" {
			t.Errorf("%v: once more, though it is applied", action)
		}
	}
	made := e.get(t, of).GetDecisions()
	for i, d := range made {
		want := moderationv1.Outcome_OUTCOME_APPLIED
		if i%2 == 1 { // the newest is the first
			want = moderationv1.Outcome_OUTCOME_SUPERSEDED
		}
		if d.GetOutcome() != want {
			t.Errorf("decision %d: %v, want %v", d.GetVersion(), d.GetOutcome(), want)
		}
	}
	if len(made) != 6 {
		t.Errorf("got %d decisions", len(made))
	}
}

// Verifies MOD-25.
func TestAnswerThatWasLostIsMadeAgain(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	if _, refused := e.decide(t, of, hide); refused != "" {
		t.Fatal(refused)
	}
	if _, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: of,
		Text: "why"}); err != nil {
		t.Fatal(err)
	}
	for i, action := range []moderationv1.Action{leave, leave, hide} {
		d, refused := e.decide(t, of, action)
		if refused != "" || !d.GetAnswersAppeal() {
			t.Errorf("answer %d: %v, %s", i, d, refused)
		}
		testkit.Exec(t, e.Database(t), `UPDATE decisions SET created_at = created_at - interval '1 minute'`)
	}
}

// Verifies MOD-92.
func TestDecisionOpensACaseThatKnowsItsMaker(t *testing.T) {
	e := newCaseEnvironment(t)
	of := newSubject(picture)
	decide := func(action moderationv1.Action, d *moderationv1.SubjectDetails) {
		t.Helper()
		if _, err := e.operator.Decide(t.Context(), &moderationv1.DecideRequest{Subject: of, Action: action,
			Reason: offensive, Details: d}); err != nil {
			t.Fatal(err)
		}
	}
	decide(leave, nil)
	known := &moderationv1.SubjectDetails{Subject: newSubject(video), Text: "gm", ObjectName: "memes/x.png",
		MakerDevice: "maker", MakerAccount: "account"}
	decide(hide, known)
	decide(restore, &moderationv1.SubjectDetails{Text: "gn", MakerDevice: "another"})
	known.Subject = of // the decision's, whatever the details say
	if diff := cmp.Diff(known, e.get(t, of).GetDetails(), protocmp.Transform()); diff != "" {
		t.Errorf("of its maker (-want +got):\n%s", diff)
	}
	r, err := e.operator.ListCases(t.Context(), &moderationv1.ListCasesRequest{MakerDevice: "maker"})
	if err != nil || len(r.GetCases()) != 1 {
		t.Errorf("among the maker's: %v, %v", r, err)
	}
}

// A case forgets its texts and its maker a month after it was closed.
// Verifies MOD-107.
func TestLateAppealHasWhatTheCaseForgot(t *testing.T) {
	e := newCaseEnvironment(t)
	for name, details := range map[string]*moderationv1.SubjectDetails{
		"sent": {Text: "gm", ObjectName: "memes/x.png", MakerDevice: "maker", MakerAccount: "account"},
		"not":  nil, // as by the last release
	} {
		of := newSubject(picture)
		if _, refused := e.decide(t, of, hide); refused != "" {
			t.Fatal(refused)
		}
		testkit.Exec(t, e.Database(t), `UPDATE cases SET text = '', maker_device = '', maker_account = ''`)
		if _, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: of, Text: "why",
			Details: details}); err != nil {
			t.Fatal(err)
		}
		want := &moderationv1.SubjectDetails{Subject: of}
		if details != nil {
			proto.Merge(want, details)
		}
		if diff := cmp.Diff(want, e.get(t, of).GetDetails(), protocmp.Transform()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

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
