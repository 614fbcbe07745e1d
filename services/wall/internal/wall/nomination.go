package wall

import (
	"time"

	"github.com/google/uuid"
)

// Nomination is a name that awaits the operators' decision.
type Nomination struct {
	ID               uuid.UUID
	Wall             Wall
	XHandle          string // begins with '@'
	Reason           string
	IsSelfNomination bool
	IsHodling        *bool    // nil when the question was not asked
	Repeats          int      // how often the name was nominated again
	ApprovedBy       []string // operators, in the order of their approvals
	Created          time.Time
}
