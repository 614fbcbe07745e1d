package gallery

import "mcwick.example/platform/fault"

// ErrNotFound says that there is no such picture, or not any more.
var ErrNotFound = fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "That picture isn't on our wall, broh.")

var (
	errUnknownType = fault.New(fault.KindInvalid, "TYPE_UNKNOWN", "The type must be meme, pfp or art.")
	errBadCursor   = fault.New(fault.KindInvalid, "CURSOR_INVALID", "The cursor is not one of ours.")
	errPageSize    = fault.New(fault.KindInvalid, "PAGE_SIZE_INVALID", "A page has 1 to 100 pictures.")
)
