package wall

import "mcwick.example/platform/fault"

// What operators are refused with; visitors meet the rules of a field only.
var (
	ErrNominationNotFound = fault.New(fault.KindNotFound, "NOMINATION_NOT_FOUND", "No such nomination is waiting, broh: it was decided, or never there.")
	// ErrAlreadyApproved says that the operator said yes before: another one has to.
	ErrAlreadyApproved = fault.New(fault.KindConflict, "ALREADY_APPROVED", "You said yes already, broh. The Wall of Shame needs somebody else's yes too.")
	ErrEntryNotFound   = fault.New(fault.KindNotFound, "ENTRY_NOT_FOUND", "No such entry is on a wall, broh.")
	ErrOptedOut        = fault.New(fault.KindConflict, "ALREADY_OPTED_OUT", "That name is out already, broh. Nothing of it is left here.")
)
