package moderation

import "mcwick.example/platform/fault"

// ErrUnavailable means that no provider judged the texts or the picture; the caller decides then.
var ErrUnavailable = fault.New(fault.KindUnavailable, "MODERATION_AWAY", "Nobody judges right now.")

// ErrIncompleteVerdicts means that the provider returned no verdict for some text.
var ErrIncompleteVerdicts = fault.New(fault.KindUnavailable, "MODERATION_UNREADABLE", "The texts could not be judged.")
