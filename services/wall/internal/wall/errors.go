package wall

import "mcwick.example/platform/fault"

// The errors of visitors' and operators' calls, besides invalid fields.
var (
	ErrNominationNotFound = fault.New(fault.KindNotFound, "NOMINATION_NOT_FOUND",
		"No such nomination is waiting, broh: it was decided, or never there.")
	// ErrAlreadyApproved means that this operator approved before: another one has to.
	ErrAlreadyApproved = fault.New(fault.KindConflict, "ALREADY_APPROVED",
		"You said yes already, broh. The Wall of Shame needs somebody else's yes too.")
	ErrEntryNotFound = fault.New(fault.KindNotFound, "ENTRY_NOT_FOUND", "No such entry is on a wall, broh.")
	// ErrNoAvatar means that an entry has no avatar, or does not exist.
	ErrNoAvatar          = fault.New(fault.KindNotFound, "AVATAR_NOT_FOUND", "No picture of them here, broh.")
	ErrComplaintNotFound = fault.New(fault.KindNotFound, "COMPLAINT_NOT_FOUND",
		"Nobody complained about that, broh, or somebody settled it.")
	ErrNotOptedOut = fault.New(fault.KindNotFound, "NOT_OPTED_OUT", "That name isn't out, broh.")
	ErrOptedOut    = fault.New(fault.KindConflict, "ALREADY_OPTED_OUT",
		"That name is out already, broh. Nothing of it is left here.")
)
