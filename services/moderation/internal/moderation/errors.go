package moderation

import "mcwick.example/platform/fault"

// ErrAway says that no provider judged the texts; the caller's word filter decides then.
var ErrAway = fault.New(fault.KindUnavailable, "MODERATION_AWAY", "Nobody judges texts right now.")

// ErrUnreadable says that the provider forgot a text.
var ErrUnreadable = fault.New(fault.KindUnavailable, "MODERATION_UNREADABLE", "The texts could not be judged.")
