package cases

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
)

// One case that takes too long keeps none after it from being sent; while the moderation service is away or
// broken, no other is tried.
func TestImportOutlastsOneSlowCase(t *testing.T) {
	slow := fault.New(fault.KindTimeout, "TIMEOUT", "slow")
	for _, c := range []struct {
		first error
		sent  int
	}{{nil, 3}, {slow, 3}, {errors.New("odd"), 1}, {fault.ErrUnavailable, 1}} {
		sent := 0
		err := ImportAll(t.Context(),
			func(context.Context, uuid.UUID, int) ([]int, error) { return []int{0, 1, 2}, nil },
			func(int) uuid.UUID { return uuid.New() },
			func(_ context.Context, n int) error {
				if sent++; n == 0 {
					return c.first
				}
				return nil
			})
		if sent != c.sent || !errors.Is(err, c.first) {
			t.Errorf("%v: %d sent, %v", c.first, sent, err)
		}
	}
}
