package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

func TestOperatorEncodersKeepEveryField(t *testing.T) {
	at := time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)
	id := uuid.New()
	budget := &generationv1.Budget{Day: "2030-01-02", BudgetMicroUsd: 1, ReservedMicroUsd: 2, SpentMicroUsd: 3,
		ConfiguredMicroUsd: 4, PictureMicroUsd: 5}
	testkit.CheckComplete(t, budget)
	got := Configured{Budget: 4,
		Picture: 5}.encodeBudget(generation.Budget{Day: at, Total: 1, Reserved: 2, Spent: 3})
	if diff := cmp.Diff(budget, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	row := &generationv1.JobRow{
		Id: id.String(), Kind: generationv1.JobKind_JOB_KIND_PFP, State: generationv1.JobState_JOB_STATE_FAILED,
		Attempt: 2, Visitor: "v", ErrorCode: "E",
		CreateTime: timestamppb.New(at),
	}
	testkit.CheckComplete(t, row)
	job := generation.JobRow{ID: id, Kind: string(generation.KindPFP), State: jobs.StateFailed, Attempt: 2,
		Visitor: "v", Failure: "E", Created: at}
	if diff := cmp.Diff(row, encodeJobRow(job), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	report := &generationv1.PressureReport{
		BudgetMicroUsd: 1, ReleasedMicroUsd: 2, SpentMicroUsd: 3, ReservedMicroUsd: 4, BudgetRatio: 1.5, WaitingJobs: 6, OldestWaitSeconds: 7, WaitSeconds: 8,
		Lanes: []*generationv1.LanePressure{{Lane: "l", Flows: 1, Weight: 2, UsedMicroUsd: 3, Refused: 4}}}
	testkit.CheckComplete(t, report)
	gotReport := encodePressureReport(generation.PressureReport{
		Budget: generation.Budget{Total: 1, Spent: 3, Reserved: 4}, Released: 2, BudgetRatio: 1.5,
		Backlog: jobs.Backlog{Waiting: 6, Oldest: 7 * time.Second, Wait: 8 * time.Second},
		Lanes:   []generation.LanePressure{{Lane: "l", Flows: 1, Weight: 2, Used: 3, Refused: 4}}})
	if diff := cmp.Diff(report, gotReport, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}
