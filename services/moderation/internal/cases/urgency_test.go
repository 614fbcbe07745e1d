package cases

import (
	"testing"
	"time"

	"mcwick.example/services/moderation/api/decisions"
)

// Verifies MOD-73.
func TestCasesAreDueByHarmAndReach(t *testing.T) {
	since := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	reasons := func(all ...decisions.Reason) []decisions.Reason { return all }
	for name, c := range map[string]struct {
		waiting Waiting
		want    time.Duration
	}{
		"an advert that is hidden": {Waiting{Reasons: reasons(decisions.ReasonSpam)}, 24 * time.Hour},
		"an advert from one network": {Waiting{Public: true, Lanes: 1, Reasons: reasons(decisions.ReasonSpam)},
			12 * time.Hour},
		"an insult from one network": {Waiting{Public: true, Lanes: 1, Reasons: reasons(decisions.ReasonOffensive)},
			3 * time.Hour},
		"the worst reason counts": {Waiting{Public: true, Lanes: 1,
			Reasons: reasons(decisions.ReasonOther, decisions.ReasonPerson)}, 3 * time.Hour},
		"an insult from many networks": {Waiting{Public: true, Lanes: 90, Reasons: reasons(decisions.ReasonOffensive)},
			time.Hour},
		"a name on a wall": {Waiting{Kind: decisions.KindWallEntry, Public: true, Lanes: 1,
			Reasons: reasons(decisions.ReasonPerson)}, 90 * time.Minute},
		"an appeal":         {Waiting{Appealed: true}, 12 * time.Hour},
		"a flagged picture": {Waiting{Reasons: reasons(decisions.ReasonOffensive)}, 6 * time.Hour},
		"an unknown reason": {Waiting{Reasons: reasons("new")}, 24 * time.Hour},
	} {
		c.waiting.Since = since
		if got := c.waiting.Due().Sub(since); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
