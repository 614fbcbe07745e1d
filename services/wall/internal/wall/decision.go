package wall

import (
	"time"

	"github.com/google/uuid"
)

// Act is what an operator did.
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

// Decision is one act of one operator, for those who ask later.
type Decision struct {
	ID           uuid.UUID
	Operator     string
	Act          Act
	Wall         Wall      // none for both
	XHandle      string    // empty once a rejected nomination is forgotten
	NominationID uuid.UUID // and of the entry; uuid.Nil when a name opted out
	Note         string
	Created      time.Time
}
