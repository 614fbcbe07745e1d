package events

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"
)

// Handler applies the events of one type inside tx; its effect and the inbox row are committed
// together. Applying an event twice must be the same as once, because a tx may be tried again.
type Handler struct {
	Type  string // full name of the protobuf message
	Apply func(ctx context.Context, tx pgx.Tx, e Event) error
}

// NewHandler is the handler of events that say an M, decoded. A payload that is no M ends as a dead
// letter, and so does what apply marks as Permanent.
func NewHandler[M interface {
	*T
	proto.Message
}, T any](apply func(ctx context.Context, tx pgx.Tx, m M) error) Handler {
	return Handler{
		Type: string(M(new(T)).ProtoReflect().Descriptor().FullName()),
		Apply: func(ctx context.Context, tx pgx.Tx, e Event) error {
			m := M(new(T))
			if err := proto.Unmarshal(e.Payload, m); err != nil {
				return Permanent(fmt.Errorf("decode %s: %w", e.Type, err))
			}
			return apply(ctx, tx, m)
		},
	}
}
