// Package wall is the domain of the two walls: who was nominated, who decided, and who is on a wall. It knows no protobuf and no
// database.
package wall

import (
	"time"

	"github.com/google/uuid"
)

// Wall is one of the two; the zero value is none, or both where that makes sense.
type Wall string

// The walls.
const (
	Flame Wall = "flame"
	Shame Wall = "shame"
)

// Approvals is how many operators must say yes before somebody is on the wall: what may hurt takes two.
func (w Wall) Approvals() int {
	if w == Shame {
		return 2
	}
	return 1
}

// Entry is somebody on a wall.
type Entry struct {
	ID      uuid.UUID // the nomination's
	XHandle string    // begins with '@'
	Bio     string    // the reason of the nomination; empty when an operator blanked it
	Created time.Time // when it was approved
	// HasAvatar says that there is a picture of them.
	HasAvatar bool
}
