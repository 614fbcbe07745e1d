package lifecycle

import (
	"context"
	"io"
	"time"
)

// Drain is a part that does nothing for a while when it is stopped. Put it last: the program says
// that it is not ready as soon as it must stop, and goes on serving for d, until load balancers
// have noticed. In a cluster that is some seconds; where readiness is not checked, 0.
func Drain(d time.Duration) Part {
	return Part{
		Name: "drain",
		Stop: func(ctx context.Context) error {
			select {
			case <-time.After(d):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
		Budget: d + time.Second,
	}
}

// CloserPart is a part that closes c when the program stops.
func CloserPart(name string, c io.Closer) Part {
	return Part{Name: name, Stop: func(context.Context) error { return c.Close() }}
}
