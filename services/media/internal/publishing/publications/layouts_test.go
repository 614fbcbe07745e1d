package publications

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/publishing/render"
)

// Verifies TEXT-16.
func TestLayoutsAreLimitedAndKept(t *testing.T) {
	t.Parallel()
	l := newLayouts(&render.Renderer{})
	l.slots, l.timeout = semaphore.NewWeighted(1), time.Minute
	s := &Service{layouts: l}
	in := LayoutInput{Content: "to the moon", FontFamily: "Impact", FontSize: 96}
	first, err := s.LayOut(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.slots.Acquire(t.Context(), 1); err != nil { // all slots are taken
		t.Fatal(err)
	}
	kept, err := s.LayOut(t.Context(), in)
	if err != nil || len(kept.Lines) != 1 || &kept.Lines[0] != &first.Lines[0] {
		t.Errorf("a text that was laid out before is laid out again: %v", err)
	}

	var all sync.WaitGroup
	another := LayoutInput{Content: "to the moon", FontFamily: "Impact", FontSize: 100}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for n := range 10 {
		all.Go(func() {
			ctx := t.Context()
			if n%2 == 0 {
				ctx = canceled // one who leaves takes nothing from the others
			}
			if got, err := s.LayOut(ctx, another); err != nil || len(got.Lines) != 1 {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	l.slots.Release(1)
	all.Wait()

	l.timeout = 0
	if err := l.slots.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	late := LayoutInput{Content: "too late", FontFamily: "Impact", FontSize: 96}
	if _, err := s.LayOut(t.Context(), late); !errors.Is(err, ErrLayoutsBusy) {
		t.Errorf("without a free slot: %v", err)
	}
	l.slots.Release(1)
	l.timeout = time.Minute
	if _, err := s.LayOut(t.Context(), late); err != nil {
		t.Errorf("the refusal is kept: %v", err)
	}
}

// Verifies TEXT-16.
func TestKeptLayoutsAreBounded(t *testing.T) {
	t.Parallel()
	l := newLayouts(&render.Renderer{})
	const most = 6000
	kept := func() (n int) {
		for range l.cache.Keys() {
			n++
		}
		return n
	}
	layout := l.create(LayoutInput{Content: strings.Repeat("candle ", 20), FontFamily: "Impact", FontSize: 96})
	for n := range most {
		l.cache.Set(LayoutInput{Content: fmt.Sprint(n)}, layout)
	}
	limit := maxLayoutBytes / int(weigh(LayoutInput{}, layout))
	if limit >= most {
		t.Fatalf("%d layouts are no test", most)
	}
	testkit.Eventually(t, "what is too much is gone", func() bool { return kept() <= limit })
}

// BenchmarkLayOut compares a text that was laid out before with one that was not.
func BenchmarkLayOut(b *testing.B) {
	in := LayoutInput{Content: strings.Repeat("wax on wax off ", 8), FontFamily: "Impact", FontSize: 96}
	b.Run("cached", func(b *testing.B) {
		s := &Service{layouts: newLayouts(&render.Renderer{})}
		for b.Loop() {
			if _, err := s.LayOut(b.Context(), in); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("uncached", func(b *testing.B) {
		s := &Service{layouts: newLayouts(&render.Renderer{})}
		for b.Loop() {
			if _, err := s.LayOut(b.Context(), in); err != nil {
				b.Fatal(err)
			}
			s.layouts.cache.InvalidateAll()
		}
	})
}
