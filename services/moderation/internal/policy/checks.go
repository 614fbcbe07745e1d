package policy

import (
	"strings"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// ErrNoLockdown means that there is no lockdown to end.
var ErrNoLockdown = fault.New(fault.KindNotFound, "NO_LOCKDOWN", "There is no lockdown: it ended, or never began.")

// How long a block or a lockdown may last.
const (
	minLength = time.Minute
	maxLength = 30 * 24 * time.Hour
)

// maxReason limits a reason, in UTF-16 units.
const maxReason = 400

// checks collects what is wrong with the fields of an input.
type checks struct{ fault.Checks }

// length checks how long something is to be in force.
func (c *checks) length(d time.Duration) {
	if d < minLength || d > maxLength {
		c.Reject("duration", "Say for how long: from a minute to 30 days.")
	}
}

// reason returns a trimmed reason, which must not be blank.
func (c *checks) reason(s string) string {
	s = strings.TrimSpace(s)
	if message := text.DescribeProblem(s, maxReason, "Keep the reason to 400 characters."); message != "" {
		c.Reject("reason", message)
	} else if text.IsBlank(s) {
		c.Reject("reason", "Say why: the audit has it.")
	}
	return s
}
