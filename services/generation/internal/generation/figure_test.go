package generation

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/mascot"
	"mcwick.example/platform/jobs"
)

// portraitQueue has a portrait that the composer drew.
type portraitQueue struct{ Queue }

func (portraitQueue) Wait(context.Context, string, string, int, time.Duration) (jobs.Job, error) {
	return jobs.Job{Kind: string(KindPFP), State: jobs.StateSucceeded, Input: []byte(`{}`),
		Result: []byte(`{"source": "composer"}`)}, nil
}

// slowComposer draws for a second, and counts how many figures it draws at once.
type slowComposer struct {
	Composer

	drawing, most int
}

func (c *slowComposer) DrawFigure(ctx context.Context, _ mascot.Traits, _ uint32) ([]byte, error) {
	c.drawing++
	c.most = max(c.most, c.drawing)
	time.Sleep(time.Second)
	c.drawing--
	return []byte("a figure"), ctx.Err()
}

// Figures are drawn one at a time, so that they leave the composer to jobs.
// Verifies LIMIT-9.
func TestFiguresAreDrawnOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drawing := &slowComposer{}
		service := NewService(portraitQueue{}, Checkers{}, Models{}, drawing)
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		results := make(chan error)
		for range 4 {
			go func() {
				_, err := service.DrawFigure(ctx, FigureInput{})
				results <- err
			}()
		}
		drawn := 0
		for range 4 {
			if err := <-results; err == nil {
				drawn++
			}
		}
		if drawn != 2 || drawing.most != 1 {
			t.Errorf("%d figures drawn, %d at once", drawn, drawing.most)
		}
	})
}
