package wall

import "mcwick.example/platform/fault"

// The errors of visitors' and operators' calls, besides invalid fields.
var (
	ErrNominationNotFound = fault.New(fault.KindNotFound, "NOMINATION_NOT_FOUND",
		"There is no such nomination: it was decided, or never existed.")
	// ErrAlreadyApproved means that this operator approved before: another one has to.
	ErrAlreadyApproved = fault.New(fault.KindConflict, "ALREADY_APPROVED",
		"You approved this already. The Wall of Shame needs another operator's approval too.")
	ErrEntryNotFound = fault.New(fault.KindNotFound, "ENTRY_NOT_FOUND", "No such entry is on a wall, broh.")
	// ErrNoAvatar means that an entry has no avatar, or does not exist.
	ErrNoAvatar    = fault.New(fault.KindNotFound, "AVATAR_NOT_FOUND", "No picture of them here, broh.")
	ErrNotOptedOut = fault.New(fault.KindNotFound, "NOT_OPTED_OUT", "That name has not opted out.")
	ErrOptedOut    = fault.New(fault.KindConflict, "ALREADY_OPTED_OUT",
		"That name has opted out already.")
	// ErrMovedToCases is for calls of operators' programs of the last release.
	ErrMovedToCases = fault.New(fault.KindPrecondition, "MOVED_TO_CASES",
		"The moderation service decides about entries and takedown requests: use mcwickctl case.")
)
