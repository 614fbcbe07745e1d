package generation

import (
	"time"

	"mcwick.example/platform/jobs"
)

// Pressure is how scarce money and workers are.
type Pressure struct {
	// BudgetRatio is what was spent and reserved in this hour in proportion to the plan: its money
	// used as evenly as time passes.
	BudgetRatio float64
	Wait        time.Duration // of a job that a new visitor would queue now
}

// PressureReport is what operators see of it. Amounts are in micro-dollars.
type PressureReport struct {
	Budget      Budget
	Released    int64 // of the day's budget until the end of this hour
	BudgetRatio float64
	Backlog     jobs.Backlog
	Lanes       []LanePressure // with the most of this hour's money, most first
}

// LanePressure is what one network has of this hour's money.
type LanePressure struct {
	Lane    string
	Flows   int // that asked in the last hour
	Weight  int
	Used    int64
	Refused int
}
