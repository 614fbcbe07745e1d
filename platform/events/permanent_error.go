package events

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"mcwick.example/platform/fault"
)

// permanentError is what no repeat helps against.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks an error as the event's own: it cannot be applied, such as an id that is invalid.
// Such an event ends as a dead letter; any other error is taken as transient, and the event is
// retried until it succeeds.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanentError{err}
}

// isPermanent reports whether an error counts against the event: one that was marked, data that the
// database refuses (SQLSTATE classes 22 and 23), or a refusal of the domain.
func isPermanent(err error) bool {
	var pg *pgconn.PgError
	var refused *fault.Error
	switch {
	case errors.As(err, new(permanentError)):
		return true
	case errors.As(err, &pg):
		return strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23")
	case errors.As(err, &refused):
		return !fault.IsFault(err) && refused.Kind != fault.KindCanceled && refused.Kind != fault.KindLimited
	}
	return false
}
