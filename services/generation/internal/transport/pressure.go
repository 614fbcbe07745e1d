package transport

import (
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

func encodePressure(p generation.Pressure) *generationv1.Pressure {
	return &generationv1.Pressure{BudgetRatio: p.BudgetRatio, WaitSeconds: p.Wait.Seconds()}
}

func encodePressureReport(r generation.PressureReport) *generationv1.PressureReport {
	out := &generationv1.PressureReport{
		BudgetMicroUsd: r.Budget.Total, ReleasedMicroUsd: r.Released, SpentMicroUsd: r.Budget.Spent,
		ReservedMicroUsd: r.Budget.Reserved, BudgetRatio: r.BudgetRatio, WaitingJobs: int32(r.Backlog.Waiting),
		OldestWaitSeconds: r.Backlog.Oldest.Seconds(), WaitSeconds: r.Backlog.Wait.Seconds(),
	}
	for _, l := range r.Lanes {
		out.Lanes = append(out.Lanes, &generationv1.LanePressure{Lane: l.Lane, Flows: int32(l.Flows),
			Weight: int32(l.Weight), UsedMicroUsd: l.Used, Refused: int32(l.Refused)})
	}
	return out
}
