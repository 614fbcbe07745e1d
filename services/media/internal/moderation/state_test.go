package moderation

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Verifies MOD-126.
func TestAppealThatWasSentIsRecorded(t *testing.T) {
	for name, sent := range map[string]error{"sent": nil, "sent before": ErrAppealMade} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, leave := context.WithCancel(t.Context())
				isRecorded := false
				err := SendAppeal(ctx, func(ctx context.Context) error {
					leave()
					if ctx.Err() != nil {
						t.Error("it is not sent as its maker leaves")
					}
					time.Sleep(time.Minute) // frozen after it was sent
					return sent
				}, func(ctx context.Context) error {
					isRecorded = ctx.Err() == nil
					return nil
				})
				if err != nil || !isRecorded {
					t.Errorf("%v, recorded: %t", err, isRecorded)
				}
			})
		})
	}
}
