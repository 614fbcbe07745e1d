package media

import "mcwick.example/platform/fault"

// The faults of this package.
var (
	ErrArtworkNotFound     = fault.New(fault.KindNotFound, "ARTWORK_NOT_FOUND", "That picture isn't here, or it isn't yours.")
	ErrPublicationNotFound = fault.New(fault.KindNotFound, "PUBLICATION_NOT_FOUND", "That picture isn't up, or it isn't yours.")

	// ErrNotUp answers whoever need not be the owner.
	ErrNotUp = fault.New(fault.KindNotFound, "PUBLICATION_NOT_FOUND", "That picture isn't up any more, broh.")

	errNoOverlays = fault.Invalid("PUBLICATION_INVALID", fault.Field{Name: "overlays", Message: "A profile picture hangs as it is, without words."})
	errBadArtwork = fault.New(fault.KindInvalid, "ARTWORK_INVALID", "The artwork needs a UUID, a visitor and a type that jobs make.")
)
