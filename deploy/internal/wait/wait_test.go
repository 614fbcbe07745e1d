package wait

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestEventuallySaysWhatWasMissingLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		err := Eventually(t.Context(), time.Minute, time.Second, "all", func(ctx context.Context) (string, error) {
			return "one", ctx.Err()
		})
		if err == nil || err.Error() != "all: not within 1m0s: one" || time.Since(began) != time.Minute {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
