package publications

import "mcwick.example/platform/fault"

// The errors of this package.
var (
	ErrArtworkNotFound = fault.New(fault.KindNotFound, "ARTWORK_NOT_FOUND",
		"That picture isn't here, or it isn't yours.")
	ErrPublicationNotFound = fault.New(fault.KindNotFound, "PUBLICATION_NOT_FOUND",
		"That picture isn't up, or it isn't yours.")

	// ErrPublicationLimit means that an artwork was published as often as it may.
	ErrPublicationLimit = fault.New(fault.KindPrecondition, "ARTWORK_PUBLISHED_ENOUGH",
		"That picture went up three times already, broh. Make a new one.")

	// ErrNotPublic is for callers that need not be the owner.
	ErrNotPublic = fault.New(fault.KindNotFound, "PUBLICATION_NOT_UP", "That picture isn't up any more, broh.")

	// The errors of operators' calls.
	ErrNoPublication = fault.New(fault.KindNotFound, "PUBLICATION_UNKNOWN",
		"There is no such publication, or its visitor withdrew it.")
	ErrHidden    = fault.New(fault.KindConflict, "ALREADY_HIDDEN", "An operator has hidden this publication already.")
	ErrNotHidden = fault.New(fault.KindConflict, "NOT_HIDDEN", "This publication is not hidden.")
	ErrNoReports = fault.New(fault.KindConflict, "NO_OPEN_REPORTS", "This publication has no open reports.")
	// ErrNoLaneReports means that no open report came from the network.
	ErrNoLaneReports = fault.New(fault.KindConflict, "NO_OPEN_REPORTS", "This network has no open reports.")
	// ErrWithdrawnByOwner means that its visitor withdrew it, which no operator undoes.
	ErrWithdrawnByOwner = fault.New(fault.KindPrecondition, "WITHDRAWN_BY_VISITOR",
		"Its visitor withdrew this publication, which no operator can undo.")

	errNoOverlays = fault.Invalid("PUBLICATION_INVALID",
		fault.Field{Name: "overlays", Message: "A profile picture hangs as it is, without words."})
	errBadArtwork = fault.New(fault.KindInvalid, "ARTWORK_INVALID",
		"The artwork needs a UUID, a visitor and a type that jobs make.")
)
