package publications

import (
	"context"
	"runtime"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/publishing/render"
)

// The bounds of layouts: how long one waits for its turn, and what is kept in memory.
const (
	layoutTimeout   = time.Second
	maxLayoutBytes  = 32 << 20
	bytesPerSegment = 64
	bytesPerLayout  = 512 // beside its outlines and its text
)

// ErrLayoutsBusy means that no layout got its turn in time.
var ErrLayoutsBusy = fault.New(fault.KindLimited, "LAYOUTS_BUSY",
	"Everybody is writing something right now, broh. Try again in a moment.").WithRetryAfter(time.Second)

// layouts lays out texts, a few at a time, because each takes a core, and keeps what it laid out:
// an editor asks again for each text that it shows again.
type layouts struct {
	renderer *render.Renderer
	slots    *semaphore.Weighted
	timeout  time.Duration // of the wait for a slot
	cache    *otter.Cache[LayoutInput, Layout]
}

func newLayouts(r *render.Renderer) *layouts {
	return &layouts{renderer: r, slots: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))), timeout: layoutTimeout,
		cache: otter.Must(&otter.Options[LayoutInput, Layout]{MaximumWeight: maxLayoutBytes, Weigher: weigh})}
}

// weigh returns about how many bytes a layout takes.
func weigh(in LayoutInput, l Layout) uint32 {
	n := bytesPerLayout + 2*len(in.Content)
	for _, line := range l.Lines {
		n += bytesPerSegment * (len(line.Outline) + len(line.Emoji))
	}
	return uint32(n)
}

// find returns the layout of a valid text. All who ask for one text at a time share its layout,
// which does not end with the first of them.
func (l *layouts) find(ctx context.Context, in LayoutInput) (Layout, error) {
	return l.cache.Get(context.WithoutCancel(ctx), in,
		otter.LoaderFunc[LayoutInput, Layout](func(ctx context.Context, in LayoutInput) (Layout, error) {
			ctx, cancel := context.WithTimeout(ctx, l.timeout)
			defer cancel()
			if err := l.slots.Acquire(ctx, 1); err != nil {
				return Layout{}, ErrLayoutsBusy.WithCause(err)
			}
			defer l.slots.Release(1)
			return l.create(in), nil
		}))
}

// create lays a text out.
func (l *layouts) create(in LayoutInput) Layout {
	family, _ := render.FamilyNamed(in.FontFamily)
	out := Layout{Layout: l.renderer.LayOut(in.Content, family, in.FontSize)}
	out.MinFontSize, out.MaxFontSize = int(in.FontSize), int(in.FontSize)
	for out.MinFontSize > minFontSize && out.HoldsAt(float64(out.MinFontSize-fontSizeStep)) {
		out.MinFontSize -= fontSizeStep
	}
	for out.MaxFontSize < maxFontSize && out.HoldsAt(float64(out.MaxFontSize+fontSizeStep)) {
		out.MaxFontSize += fontSizeStep
	}
	return out
}
