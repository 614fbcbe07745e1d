package cases

import (
	"time"

	"mcwick.example/services/moderation/api/decisions"
)

// The order of open cases: each is due a day after its first open signal or appeal, and sooner the
// more harm it may do and the more visitors it may reach. What was due first is first, so that age
// brings up anything.
const (
	dueAfter   = 24 * time.Hour
	appealHarm = 2
	maxReach   = 6
	wallReach  = 2 // a name on a wall is on the page itself
)

// harm is what a reason makes of a case.
var harm = map[decisions.Reason]int{
	decisions.ReasonPerson: 4, decisions.ReasonOffensive: 4, decisions.ReasonCopyright: 2, decisions.ReasonSpam: 1,
	decisions.ReasonOther: 1,
}

// Waiting is what waits in an open case.
type Waiting struct {
	Kind     decisions.Kind
	Public   bool               // visitors see the subject
	Reasons  []decisions.Reason // of its open signals
	Lanes    int                // from how many networks they came
	Appealed bool
	Since    time.Time // the first open signal, or the open appeal
}

// Due returns when an operator should have decided.
func (w Waiting) Due() time.Time {
	return w.Since.Add(dueAfter / time.Duration(w.harm()*w.reach()))
}

// harm returns 1 to 4.
func (w Waiting) harm() int {
	worst := 1
	if w.Appealed {
		worst = appealHarm
	}
	for _, reason := range w.Reasons {
		worst = max(worst, harm[reason])
	}
	return worst
}

// reach returns 1 to 12: each network that reported it shows that more visitors see it.
func (w Waiting) reach() int {
	if !w.Public {
		return 1
	}
	reach := min(1+w.Lanes, maxReach)
	if w.Kind == decisions.KindWallEntry {
		reach *= wallReach
	}
	return reach
}
