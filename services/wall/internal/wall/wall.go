// Package wall is the domain of the two walls: nominations, decisions and entries. It knows no
// protobuf and no database.
package wall

import (
	"time"

	"github.com/google/uuid"
)

// Wall is one of the two walls; the zero value is none, or both where that makes sense.
type Wall string

// The walls.
const (
	Flame Wall = "flame"
	Shame Wall = "shame"
)

// Approvals is how many operators must approve a nomination for the wall: the Wall of Shame, which
// may hurt, requires two.
func (w Wall) Approvals() int {
	if w == Shame {
		return 2
	}
	return 1
}

// Entry is a person on a wall.
type Entry struct {
	ID      uuid.UUID // the nomination's
	Wall    Wall
	XHandle string    // begins with '@'
	Bio     string    // the reason of the nomination; empty when an operator blanked it
	Created time.Time // when it was approved
	// HasAvatar reports whether there is an avatar of them.
	HasAvatar bool
}
