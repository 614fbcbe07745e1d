package jobs

import "mcwick.example/platform/rpc"

// Origin is where a job comes from, as far as it decides when the job is served: what it shares
// turns with, from the narrowest, and how far its device is trusted. See turns.go.
type Origin struct {
	Flow     string // what takes turns; empty for the lane
	Lane     string // the network of the flow
	Supernet string // the network above the lane; empty when it is not known
	// what one customer of the lane's provider has; empty when it is not known, not part of a stored job
	Subscriber string
	Standing   string // of the device, see rpc.Caller
}

// NewOrigin returns the origin of a caller's jobs.
func NewOrigin(c rpc.Caller) Origin {
	return Origin{
		Flow: c.TurnFlow(), Lane: c.Lane, Supernet: c.Supernet, Subscriber: c.Subscriber, Standing: c.Standing,
	}
}

// HasEvidence reports whether the device has shown some evidence for being a person's.
func (o Origin) HasEvidence() bool {
	return o.Standing == rpc.StandingSettled || o.Standing == rpc.StandingSolved
}
