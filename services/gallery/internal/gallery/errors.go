package gallery

import (
	"time"

	"mcwick.example/platform/fault"
)

// ErrNotFound means that the picture does not exist or is no longer public.
var ErrNotFound = fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "That picture isn't on our wall, broh.")

// ErrAuthorNotFound means that no account has the handle, or that its profile is private.
var ErrAuthorNotFound = fault.New(fault.KindNotFound, "AUTHOR_NOT_FOUND", "Nobody here goes by that name, broh.")

// ErrNotProven means that the caller has proven no key; the identity service has the same error.
var ErrNotProven = fault.New(fault.KindForbidden, "PROOF_REQUIRED", "Enter with your private key for that, broh.")

// ErrSearchesBusy means that enough searches are being made.
var ErrSearchesBusy = fault.New(fault.KindLimited, "SEARCHES_BUSY",
	"Everybody is searching right now, broh. Try again in a moment.").WithRetryAfter(time.Second)

// ErrBusy means that the queue of likes is full.
var ErrBusy = fault.New(fault.KindLimited, "LIKES_BUSY",
	"Everybody likes something right now, broh. Try again in a moment.").WithRetryAfter(time.Second)
