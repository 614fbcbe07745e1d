package moderation

import "mcwick.example/platform/fault"

// ErrUnavailable says that no provider judged the texts; the caller's word filter decides then.
var ErrUnavailable = fault.New(fault.KindUnavailable, "MODERATION_AWAY", "Nobody judges texts right now.")

// ErrIncompleteVerdicts says that the provider forgot a text.
var ErrIncompleteVerdicts = fault.New(fault.KindUnavailable, "MODERATION_UNREADABLE", "The texts could not be judged.")
