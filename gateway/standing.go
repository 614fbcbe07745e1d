package main

import (
	"time"

	"github.com/google/uuid"
)

const (
	// settlingReads in settlingReads-1 intervals are the alternative to a solved challenge: three
	// reads spread over ten minutes.
	settlingReads = 3
	readInterval  = 5 * time.Minute
)

// standing is how far a device has come to be trusted. It is kept by the browser, sealed together
// with the device, so that no table grows with visitors. One that is lost, or an older one that is
// sent again, only sets its own device back.
type standing struct {
	since    time.Time // when the device was first seen; zero while the device says so itself
	solved   bool      // it solved a challenge
	proven   bool      // a key of some age was proved with it
	searched bool      // a device of an early release: its history was asked for
	early    bool      // and it has some
	counted  bool      // the gallery counts its likes
	reads    uint8     // readInterval apart, up to settlingReads
	lastRead time.Time
}

// isSettled reports whether the device has been known for at least after, and has shown since that
// a person may be behind it. Without an age to reach, every device that comes with its cookie is.
func (s standing) isSettled(device []byte, after time.Duration, now time.Time) bool {
	switch {
	case after == 0 || s.proven || s.early:
		return true
	case now.Sub(s.firstSeen(device, now)) < after:
		return false
	}
	return s.solved || s.reads >= settlingReads
}

// countRead counts a read of the device, unless one was counted a moment ago.
func (s *standing) countRead(now time.Time) {
	if s.reads >= settlingReads || now.Sub(s.lastRead) < readInterval {
		return
	}
	s.reads++
	s.lastRead = now
}

// firstSeen is when the device was made, or first seen with a standing if it does not say.
func (s standing) firstSeen(device []byte, now time.Time) time.Time {
	if made, ok := madeAt(device, now); ok {
		return made
	}
	if s.since.IsZero() {
		return now
	}
	return s.since
}

// newDevice makes a device that carries when it was made: a UUID of version 7. A client cannot
// choose it, because it is sealed.
func newDevice() []byte {
	id := uuid.Must(uuid.NewV7()) // never fails
	return id[:]
}

// clockSkew is how far the clocks of two gateways may differ.
const clockSkew = time.Minute

// madeAt returns when a device was made. Devices of early releases are random bytes, which say
// nothing of their age or a time to come.
func madeAt(device []byte, now time.Time) (time.Time, bool) {
	id := uuid.UUID(device)
	made := time.Unix(id.Time().UnixTime())
	return made, id.Version() == 7 && id.Variant() == uuid.RFC4122 && made.Sub(now) <= clockSkew
}
