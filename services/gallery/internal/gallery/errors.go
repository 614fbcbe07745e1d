package gallery

import (
	"time"

	"mcwick.example/platform/fault"
)

// ErrNotFound says that there is no such picture, or not any more.
var ErrNotFound = fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "That picture isn't on our wall, broh.")

// ErrBusy says that more likes wait than a moment can take.
var ErrBusy = fault.New(fault.KindLimited, "LIKES_BUSY", "Everybody likes something right now, broh. Try again in a moment.").WithRetryAfter(time.Second)
