package gallery

import (
	"time"

	"mcwick.example/platform/fault"
)

// ErrNotFound means that the picture does not exist or is no longer public.
var ErrNotFound = fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "That picture isn't on our wall, broh.")

// ErrBusy means that the queue of likes is full.
var ErrBusy = fault.New(fault.KindLimited, "LIKES_BUSY",
	"Everybody likes something right now, broh. Try again in a moment.").WithRetryAfter(time.Second)
