package wall

import (
	"time"

	"github.com/google/uuid"
)

// Nomination is a name that waits for operators.
type Nomination struct {
	ID               uuid.UUID
	Wall             Wall
	XHandle          string // begins with '@'
	Reason           string
	IsSelfNomination bool
	IsHodling        *bool    // nil when it was not asked
	Repeats          int      // how often the name came again
	ApprovedBy       []string // operators, in the order of their yes
	Created          time.Time
}
