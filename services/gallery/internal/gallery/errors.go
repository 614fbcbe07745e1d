package gallery

import (
	"time"

	"mcwick.example/platform/fault"
)

// ErrNotFound says that there is no such picture, or not any more.
var ErrNotFound = fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "That picture isn't on our wall, broh.")

// ErrBusy says that more likes wait than a moment can take.
var ErrBusy = fault.New(fault.KindLimited, "LIKES_BUSY", "Everybody likes something right now, broh. Try again in a moment.").After(time.Second)

var (
	errUnknownType = fault.New(fault.KindInvalid, "TYPE_UNKNOWN", "The type must be meme, pfp or art.")
	errBadCursor   = fault.New(fault.KindInvalid, "CURSOR_INVALID", "The cursor is not one of ours.")
	errVisitor     = fault.New(fault.KindUnauthenticated, "VISITOR_INVALID", "Open the page first, then try again.")
	errPageSize    = fault.New(fault.KindInvalid, "PAGE_SIZE_INVALID", "A page has 1 to 100 pictures.")
)
