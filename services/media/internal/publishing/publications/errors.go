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
	errAllMissing = fault.New(fault.KindPrecondition, "PICTURES_ALL_MISSING",
		"None of the oldest pictures is in the bucket: check that it is the right one, with the restored objects.")
	// ErrNothingToAppeal is for appeals against nothing.
	ErrNothingToAppeal = fault.New(fault.KindPrecondition, "NOTHING_TO_APPEAL", "That picture hangs, broh.")

	// ErrMovedToCases is for calls of operators' programs of the last release.
	ErrMovedToCases = fault.New(fault.KindPrecondition, "MOVED_TO_CASES",
		"The moderation service decides about pictures: use mcwickctl case.")

	errNoOverlays = fault.Invalid("PUBLICATION_INVALID",
		fault.Field{Name: "overlays", Message: "A profile picture hangs as it is, without words."})
	errBadArtwork = fault.New(fault.KindInvalid, "ARTWORK_INVALID",
		"The artwork needs a UUID, a visitor and a type that jobs make.")
)
