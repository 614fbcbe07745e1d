package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// fakeGeneration plays the generation service.
type fakeGeneration struct {
	generationv1.UnimplementedGenerationOperatorServiceServer
	*fakeWall
}

func (p fakeGeneration) GetBudget(ctx context.Context, _ *generationv1.GetBudgetRequest) (*generationv1.Budget, error) {
	return &generationv1.Budget{Day: "2030-01-02", BudgetMicroUsd: 25e6, SpentMicroUsd: 5e6, ReservedMicroUsd: 1e6},
		p.record(ctx, "budget")
}

func (p fakeGeneration) SetBudget(ctx context.Context, r *generationv1.SetBudgetRequest) (*generationv1.Budget, error) {
	return &generationv1.Budget{BudgetMicroUsd: r.GetBudgetMicroUsd()},
		p.record(ctx, "set", fmt.Sprint(r.GetBudgetMicroUsd()), r.GetNote())
}

func (p fakeGeneration) GetPressure(
	ctx context.Context, _ *generationv1.GetPressureRequest,
) (*generationv1.PressureReport, error) {
	l := &generationv1.LanePressure{Lane: "a1b2", Flows: 9, Weight: 12, UsedMicroUsd: 640_000, Refused: 3}
	return &generationv1.PressureReport{BudgetMicroUsd: 24e6, ReleasedMicroUsd: 10e6, SpentMicroUsd: 5e6,
		ReservedMicroUsd: 1e6, BudgetRatio: 1.75, WaitingJobs: 40, OldestWaitSeconds: 61.3, WaitSeconds: 12,
		Lanes: []*generationv1.LanePressure{l}}, p.record(ctx, "pressure")
}

func (p fakeGeneration) ListSpending(
	ctx context.Context, r *generationv1.ListSpendingRequest,
) (*generationv1.ListSpendingResponse, error) {
	s := &generationv1.Spending{Day: "2030-01-01", Kind: generationv1.JobKind_JOB_KIND_MEME, Model: "m1", Calls: 3,
		MicroUsd: 120_000}
	return &generationv1.ListSpendingResponse{Spending: []*generationv1.Spending{s}},
		p.record(ctx, "spending", fmt.Sprint(r.GetDays()))
}

func (p fakeGeneration) ListJobs(
	ctx context.Context, r *generationv1.ListJobsRequest,
) (*generationv1.ListJobsResponse, error) {
	j := &generationv1.JobRow{Id: "j1", Kind: generationv1.JobKind_JOB_KIND_PFP,
		State: generationv1.JobState_JOB_STATE_FAILED, ErrorCode: "IMAGE_FAILED", CreateTime: timestamppb.Now()}
	return &generationv1.ListJobsResponse{Jobs: []*generationv1.JobRow{j}, NextCursor: "c2"},
		p.record(ctx, "jobs", r.GetState().String(), r.GetCursor())
}

func (p fakeGeneration) StopJob(ctx context.Context, r *generationv1.StopJobRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, p.record(ctx, "stop", r.GetJobId(), r.GetNote())
}

// Verifies MOD-9.
func TestBudgetAndJobsCommands(t *testing.T) {
	s, run := newEnvironment(t)
	for _, c := range []struct{ line, want, says string }{
		{"budget show --days 30", "ada spending 30", "19.00 $ of 25.00 $ left, 5.00 $ spent, 1.00 $ reserved"},
		{"budget show", "ada spending 7", "2030-01-01  meme  m1     3      0.12 $"},
		{"pressure", "ada edge", "1.75 times as fast as planned this hour. 6.00 $ of 10.00 $ released are used, of 24.00 $"},
		{"pressure", "ada edge", "40 jobs wait, the oldest for 1m1s. A new visitor would wait for 12s"},
		{"pressure", "ada edge", "a1b2  9      12      0.64 $  3"},
		{"pressure --json", "ada edge", "\"budgetRatio\": 1.75"},
		{"budget set 12.5 --note quiet", "ada set 12500000 quiet", "12.50 $ of 12.50 $ left"},
		{"jobs list --state running --cursor c1", "ada jobs JOB_STATE_RUNNING c1", "j1  pfp   failed"},
		{"jobs list", "ada jobs JOB_STATE_UNSPECIFIED ", "--cursor c2"},
		{"jobs cancel j1 --note hot", "ada stop j1 hot", "Cancelled"},
	} {
		out, err := run(append(strings.Fields(c.line), "--as", "ada")...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, out)
		}
	}
	out, err := run("budget", "show", "--as", "ada", "--json")
	var both struct {
		Today struct{ BudgetMicroUsd string }
		Days  struct{ Spending []struct{ Model string } }
	}
	if err != nil || json.Unmarshal([]byte(out), &both) != nil || both.Today.BudgetMicroUsd != "25000000" ||
		len(both.Days.Spending) != 1 {
		t.Errorf("one document: %v\n%s", err, out)
	}
	checkRefused(t, s, run, map[string]string{
		"budget set much":               "no number of dollars",
		"budget set NaN":                "no number of dollars",
		"budget set":                    "accepts 1 arg",
		"jobs list --state asleep":      "not \"asleep\"",
		"jobs list --state unspecified": "--state is",
		"jobs cancel":                   "accepts 1 arg",
	})
}

func TestDollarsFormatting(t *testing.T) {
	for micro, want := range map[int64]string{
		0: "0.00 $", 90: "0.00009 $", 40_000: "0.04 $", 45_000: "0.045 $", 999_999: "0.999999 $", 1_234_567: "1.23 $",
		25_000_000: "25.00 $", -90: "-0.00009 $",
	} {
		if got := dollars(micro); got != want {
			t.Errorf("%d: %s, not %s", micro, got, want)
		}
	}
}
