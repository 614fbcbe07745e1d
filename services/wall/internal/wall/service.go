package wall

import (
	"context"

	"mcwick.example/platform/intent"
	"mcwick.example/platform/page"
)

// Store is what the use cases need of a database.
type Store interface {
	// Entries gives up to n entries of a wall behind the cursor, newest first.
	Entries(ctx context.Context, of Wall, after page.Cursor, n int) ([]Entry, error)
	// Nominate stores a nomination, or counts the one that waits, or does nothing for a name that is on that wall or opted out. A
	// repeat of the intent does nothing; intent.ErrReused is the answer when it had another input.
	Nominate(ctx context.Context, visitor string, as intent.Intent, n Nomination) error
}

// Service is the use cases of the walls.
type Service struct{ store Store }

// NewService makes the use cases on a store.
func NewService(store Store) *Service { return &Service{store} }
