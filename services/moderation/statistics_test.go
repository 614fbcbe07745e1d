package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/postgres"
)

// reportBefore has a settled device of its own network report a subject some time ago.
func (e *caseEnvironment) reportBefore(t *testing.T, of *moderationv1.Subject, age time.Duration) {
	t.Helper()
	source := uuid.NewString()
	_, err := e.owner.ReportSubject(t.Context(), &moderationv1.ReportSubjectRequest{
		Details: &moderationv1.SubjectDetails{Subject: of},
		Report: &moderationv1.SubjectReport{Reason: offensive, Device: source, Lane: source, IsSettled: true,
			CreateTime: timestamppb.New(time.Now().Add(-age))}})
	if err != nil {
		t.Fatal(err)
	}
}

// appeal has the maker object to what was decided last.
func (e *caseEnvironment) appeal(t *testing.T, of *moderationv1.Subject) {
	t.Helper()
	if _, err := e.owner.AppealDecision(t.Context(), &moderationv1.AppealDecisionRequest{Subject: of,
		Text: "it is a candle"}); err != nil {
		t.Fatal(err)
	}
}

// fillStatistics has something of each kind happen.
func (e *caseEnvironment) fillStatistics(t *testing.T) {
	t.Helper()
	decide := func(of *moderationv1.Subject, action moderationv1.Action) {
		if _, refused := e.decide(t, of, action); refused != "" {
			t.Fatal(refused)
		}
	}
	upheld := newSubject(picture)
	for range 3 {
		e.reportBefore(t, upheld, 2*time.Hour)
	}
	decide(upheld, hide) // after the automatic hiding
	e.appeal(t, upheld)
	decide(upheld, restore)
	wrong := newSubject(picture)
	e.reportBefore(t, wrong, time.Hour)
	e.reportBefore(t, wrong, 3*time.Hour)
	decide(wrong, leave)
	person := newSubject(entry)
	e.reportBefore(t, person, 3*time.Hour)
	decide(person, hide)
	flagged := newSubject(picture)
	e.recordVerdict(t, flagged)
	e.appeal(t, flagged)
	decide(flagged, remove)
	unreported := newSubject(entry)
	decide(unreported, hide)
	e.reportBefore(t, newSubject(picture), time.Hour) // still open
	e.reportBefore(t, newSubject(picture), 31*24*time.Hour)
	ctx := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "somebody", IdempotencyKey: "key-1"})
	if _, err := e.owner.RequestTakedown(ctx, &moderationv1.RequestTakedownRequest{Place: "there",
		Reason: "me"}); err != nil {
		t.Fatal(err)
	}
	open, err := e.operator.ListCases(t.Context(), &moderationv1.ListCasesRequest{
		Kind: moderationv1.SubjectKind_SUBJECT_KIND_PLACE})
	if err != nil || len(open.GetCases()) != 1 {
		t.Fatal(open, err)
	}
	decide(open.GetCases()[0].GetDetails().GetSubject(), leave)
}

// Verifies SAFE-1.
func TestStatisticsCountWhatHappened(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	e.fillStatistics(t)
	got, err := e.owner.GetStatistics(t.Context(), &moderationv1.GetStatisticsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := &moderationv1.Statistics{
		ByOperators: &moderationv1.DecisionCounts{Leave: 1, Hide: 3, Remove: 1, Restore: 1},
		Automatic:   &moderationv1.DecisionCounts{Hide: 2},
		Reports:     7, UpheldReports: 4, TakedownRequests: 1, Appeals: 2, RestoredAppeals: 1,
	}
	if diff := cmp.Diff(want, got, protocmp.Transform(),
		protocmp.IgnoreFields(want, "start_time", "end_time", "median_wait")); diff != "" {
		t.Error(diff)
	}
	if period := got.GetEndTime().AsTime().Sub(got.GetStartTime().AsTime()); period != 720*time.Hour ||
		time.Since(got.GetEndTime().AsTime()) > time.Minute {
		t.Errorf("from %v to %v", got.GetStartTime(), got.GetEndTime())
	}
}

// Verifies SAFE-1.
func TestStatisticsHaveTheMedianWait(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	if got, err := e.owner.GetStatistics(t.Context(), nil); err != nil || got.GetMedianWait() != nil {
		t.Errorf("without a decision: %v, %v", got, err)
	}
	for _, hours := range []time.Duration{1, 2, 7} {
		of := newSubject(entry)
		e.reportBefore(t, of, hours*time.Hour)
		e.reportBefore(t, of, time.Minute) // the first one counts
		e.decide(t, of, leave)
	}
	e.decide(t, newSubject(entry), hide) // nothing waited
	store, now := postgres.NewCases(e.Database(t), nil, time.Now), time.Now().Add(time.Second)
	got, err := store.Statistics(t.Context(), now.Add(-cases.StatisticsPeriod), now)
	if err != nil || got.MedianWait == nil || got.MedianWait.Round(time.Minute) != 2*time.Hour {
		t.Errorf("%v, %v", got.MedianWait, err)
	}
}

// Verifies SAFE-1.
func TestStatisticsForgetWhatIsOlder(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	e.fillStatistics(t)
	store, later := postgres.NewCases(e.Database(t), nil, time.Now), time.Now().Add(cases.StatisticsPeriod+time.Second)
	start := later.Add(-cases.StatisticsPeriod)
	got, err := store.Statistics(t.Context(), start, later)
	if diff := cmp.Diff(cases.Statistics{Start: start, End: later}, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}
