package wall

import (
	"time"

	"github.com/google/uuid"
)

// Act is the kind of an operator's decision.
type Act string

// The acts.
const (
	ActApprove  Act = "approve"
	ActReject   Act = "reject"
	ActBlank    Act = "blank"
	ActWithdraw Act = "withdraw"
	ActOptOut   Act = "opt_out"
	ActOptIn    Act = "opt_in"
	ActSettle   Act = "settle"
)

// Decision is one act of one operator, kept for later questions.
type Decision struct {
	ID           uuid.UUID
	Operator     string
	Act          Act
	Wall         Wall      // none for both
	XHandle      string    // empty once a rejected nomination is deleted
	NominationID uuid.UUID // and of the entry; uuid.Nil when the decision is about a name
	Note         string
	Created      time.Time
}
