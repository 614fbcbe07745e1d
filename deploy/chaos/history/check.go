package history

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Rule is a promise of the platform.
type Rule string

// The rules.
const (
	PublishedOnce     Rule = "an acknowledged publication is present exactly once"
	LikesCounted      Rule = "counts = rows = acknowledged likes"
	ReportsKept       Rule = "an acknowledged report is in its picture's case"
	WithdrawnIsGone   Rule = "no withdrawn picture is served after the answer"
	WithinBudget      Rule = "the ledger stays within the budget"
	CallsAccounted    Rule = "settled calls are those that the provider answered"
	JobsEndOnce       Rule = "a job ends in exactly one state"
	EventsAppliedOnce Rule = "an event is applied once in effect"
	SharedStays       Rule = "a shared video stays shared"
	NominatedOnce     Rule = "a nominated name is there once, and on a wall when it was approved"
	ProgressGrows     Rule = "a shown progress never falls"
	PositionsShrink   Rule = "a shown position never grows"
	Linearizable      Rule = "likes, publications and sessions are linearizable"
)

// Violation is a promise that was broken, and the calls that show it.
type Violation struct {
	Rule  Rule
	Text  string
	Calls []Call
}

func (v Violation) String() string {
	text := fmt.Sprintf("%s: %s", v.Rule, v.Text)
	for _, c := range v.Calls {
		text += fmt.Sprintf("\n    %s", c)
	}
	return text
}

func (c Call) String() string {
	ms := func(ns int64) int64 { return ns / 1e6 }
	arguments, _ := json.Marshal(c.Arguments) // texts and numbers always marshal
	answer, _ := json.Marshal(c.Answer)
	return fmt.Sprintf("#%d client %d %s %s, %d to %d ms: %s %d %s %s",
		c.ID, c.Client, c.Operation, arguments, ms(c.Start), ms(c.End), c.Outcome, c.Status, c.Code, answer)
}

// Check finds what a history and the state after it break.
func Check(calls []Call, s State) []Violation {
	found := &findings{}
	for _, check := range []func([]Call, State, *findings){
		checkPublications, checkLikes, checkReports, checkWithdrawn, checkBudget, checkLedger, checkJobs, checkEvents,
		checkPositions, checkProgress, checkVideos, checkWalls, checkLinearizable,
	} {
		check(calls, s, found)
	}
	return found.violations
}

type findings struct{ violations []Violation }

func (f *findings) add(rule Rule, calls []Call, format string, args ...any) {
	f.violations = append(f.violations, Violation{Rule: rule, Text: fmt.Sprintf(format, args...), Calls: calls})
}

// group gives the calls of some operations by what they have in common; those that do not have it are left out.
func group[Common comparable](
	calls []Call, common func(Call) Common, operations ...Operation,
) map[Common][]Call {
	var none Common
	groups := map[Common][]Call{}
	for _, c := range calls {
		if of := common(c); of != none && slices.Contains(operations, c.Operation) {
			groups[of] = append(groups[of], c)
		}
	}
	return groups
}

func withOutcome(calls []Call, outcomes ...Outcome) (found []Call) {
	for _, c := range calls {
		if slices.Contains(outcomes, c.Outcome) {
			found = append(found, c)
		}
	}
	return found
}

// distinct is how many values calls have.
func distinct[T comparable](calls []Call, value func(Call) T) int {
	all := map[T]bool{}
	for _, c := range calls {
		all[value(c)] = true
	}
	return len(all)
}

func client(c Call) int         { return c.Client }
func key(c Call) string         { return c.Arguments.Key }
func publication(c Call) string { return c.Arguments.Publication }
func job(c Call) string         { return c.Arguments.Job }
