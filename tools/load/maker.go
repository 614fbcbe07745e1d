package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// making bounds what a maker waits for a picture, and showing what they wait until a published one
// is in the gallery.
const (
	making  = 3 * time.Minute
	showing = 30 * time.Second
)

// makeThings lets makers make one thing after the other for so long. Whatever was begun by then is
// finished.
func makeThings(ctx context.Context, base string, makers int, duration time.Duration, said *promises) error {
	var group sync.WaitGroup
	var mu sync.Mutex
	var drawn, shown []time.Duration
	failed, end := 0, time.Now().Add(duration)
	for maker := range makers {
		group.Go(func() {
			for round := 0; time.Now().Before(end); round++ {
				// A subnet for each, because a house that keeps its limits has few pictures for
				// each.
				m := one{address: fmt.Sprintf("198.19.%d.%d", (maker+round*makers)%250, 1+(maker+round*makers)/250),
					said: said}
				err := m.makes(ctx, base)
				mu.Lock()
				if err == nil {
					drawn, shown = append(drawn, m.drawn), append(shown, m.shown)
				} else {
					failed++
				}
				mu.Unlock()
				if err != nil {
					fmt.Printf("%s maker %d: %v\n", time.Now().Format(time.TimeOnly), maker, err)
					time.Sleep(time.Second)
				}
			}
		})
	}
	group.Wait()
	if makers > 0 {
		fmt.Printf("%d pictures were made, published and shown; half of them were drawn within %v and shown within %v, all within %v and %v\n",
			len(drawn), middle(drawn), middle(shown), last(drawn), last(shown))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d makers' rounds failed", failed, failed+len(drawn))
	}
	return nil
}

func middle(d []time.Duration) time.Duration {
	slices.Sort(d)
	if len(d) == 0 {
		return 0
	}
	return d[len(d)/2].Round(time.Millisecond)
}

func last(d []time.Duration) time.Duration {
	if len(d) == 0 {
		return 0
	}
	return slices.Max(d).Round(time.Millisecond)
}

// one is a maker with one picture.
type one struct {
	address      string
	said         *promises
	visitor      visitor
	drawn, shown time.Duration // how long it took
}

// job is a picture that is being made.
type job struct {
	ID      string
	Version int
	State   string
	Artwork struct{ ID string }
	Error   struct{ Code, Message string }
}

func (m *one) makes(ctx context.Context, base string) (err error) {
	if m.visitor, err = arrive(ctx, base, m.address); err != nil {
		return err
	}
	began := time.Now()
	artwork, err := m.draw(ctx)
	if err != nil {
		return err
	}
	m.drawn = time.Since(began)
	began = time.Now()
	if err := m.publish(ctx, artwork); err != nil {
		return err
	}
	m.shown = time.Since(began)
	return m.nominate(ctx)
}

// draw has a picture made, and returns its artwork.
func (m *one) draw(ctx context.Context) (artwork string, err error) {
	var j job
	meme := map[string]any{"meme": map[string]string{"action": "counting pods", "scene": "in a harbour of wax",
		"style": "Anime"}}
	if err := m.visitor.call(ctx, http.MethodPost, "/api/v1/jobs", uuid.NewString(), meme, &j); err != nil {
		return "", err
	}
	j, err = m.await(ctx, j)
	return j.Artwork.ID, err
}

// await follows a job to its end as the page does: it comes back with what it saw last when it is
// cut off.
func (m *one) await(ctx context.Context, j job) (job, error) {
	ctx, cancel := context.WithTimeout(ctx, making)
	defer cancel()
	for {
		seen := m.visitor
		seen.header = seen.header.Clone()
		seen.header.Set("Last-Event-ID", fmt.Sprint(j.Version))
		response, err := seen.send(ctx, http.MethodGet, "/api/v1/jobs/"+j.ID+"/events", "", nil)
		if err != nil {
			return j, err
		}
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &j); err != nil {
					response.Body.Close()
					return j, err
				}
			}
		}
		response.Body.Close()
		switch j.State {
		case "JOB_STATE_SUCCEEDED":
			return j, nil
		case "JOB_STATE_FAILED", "JOB_STATE_CANCELLED":
			return j, fmt.Errorf("the job %s ended: %s %s", j.ID, j.Error.Code, j.Error.Message)
		}
		if ctx.Err() != nil {
			return j, fmt.Errorf("the job %s is not done after %v: %s", j.ID, making, j.State)
		}
		m.said.wasCut()
	}
}

// publish sends a publication twice, as a client that lost the first response does, and waits until
// the gallery lists it.
func (m *one) publish(ctx context.Context, artwork string) error {
	key := uuid.NewString()
	body := map[string]any{"caption": "Waxing " + key[:8], "overlays": []any{}}
	var first, again image
	for _, answer := range []*image{&first, &again} {
		if err := m.visitor.call(ctx, http.MethodPost, "/api/v1/artworks/"+artwork+"/publications", key, body,
			answer); err != nil {
			return err
		}
	}
	if first.ID != again.ID {
		return fmt.Errorf("one wish was published as %s and as %s", first.ID, again.ID)
	}
	m.said.published(first.ID)
	return m.awaitShown(ctx, first.ID)
}

// awaitShown waits until the gallery lists a publication.
func (m *one) awaitShown(ctx context.Context, id string) error {
	if err := until(ctx, func() (shown bool, err error) {
		err = m.visitor.images(ctx, func(page []image) bool {
			shown = slices.ContainsFunc(page, func(i image) bool { return i.ID == id })
			return false
		})
		return shown, err
	}); err != nil {
		return fmt.Errorf("the gallery does not show %s: %w", id, err)
	}
	return nil
}

// nominate sends a nomination of an unused name.
func (m *one) nominate(ctx context.Context) error {
	key := uuid.NewString()
	name := map[string]any{"wall": "WALL_FLAME", "xHandle": "@load_" + key[:8],
		"reason": "Held the ladder while the pods were changed."}
	if err := m.visitor.call(ctx, http.MethodPost, "/api/v1/wall/nominations", key, name, new(struct{})); err != nil {
		return err
	}
	m.said.nominated()
	return nil
}
