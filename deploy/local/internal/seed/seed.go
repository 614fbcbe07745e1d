// Package seed publishes demo memes and profile pictures on a fresh platform and fills its walls,
// the way a visitor does: through the public interface, with a device cookie, from the form to the
// gallery, and past the operators. That makes the first page alive, and it is a check of the whole
// way.
package seed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
)

const (
	concurrency  = 3
	maxAttempts  = 3 // jobs for one picture at one start
	listTimeout  = 20 * time.Second
	pollInterval = 200 * time.Millisecond
)

// publicationSpec is a picture to be published: what a visitor asks for, and what goes up with it.
type publicationSpec struct {
	name        string // for errors, and what makes its keys its own
	typ         string // the gallery's filter
	form        jobForm
	publication publicationForm
}

// publicationSpecs are all demo pictures.
func publicationSpecs() []publicationSpec {
	var all []publicationSpec
	for _, m := range memes {
		all = append(all, publicationSpec{
			name: fmt.Sprintf("%+v", m), typ: "meme", form: jobForm{Meme: &memeForm{m.action, m.scene, m.style}},
			publication: publicationForm{Overlays: []overlay{m.text}, Signature: m.signature, Caption: m.caption},
		})
	}
	for _, p := range pfps {
		all = append(all, publicationSpec{
			name: fmt.Sprintf("%+v", p), typ: "pfp", form: jobForm{Pfp: &pfpForm{p.Traits, p.seed}},
			publication: publicationForm{Overlays: []overlay{}, Signature: p.signature, Caption: p.caption},
		})
	}
	return all
}

// Seeder publishes the demo pictures and names once for a data folder.
type Seeder struct {
	URL   string // of the gateway
	State string // file that remembers the visitor, and that all is done
	// WallOperators is where the wall service takes its operators, and Tokens are theirs by name.
	WallOperators string
	Authority     string // file of the authority of its certificate; empty without
	Tokens        map[string]string
	// Progress is called with how many are published, of how many.
	Progress func(published, of int)
}

// state survives a restart: with the same visitor and the same keys, a repeat finds what is there
// already.
type state struct {
	Done    bool              `json:"done"`
	Walls   bool              `json:"walls"` // they are filled
	Cookies map[string]string `json:"cookies"`
}

// Run publishes what is missing, pictures and names, and waits until the gallery shows the
// pictures. It does nothing once it has succeeded; fresh tells whether it did anything.
func (s Seeder) Run(ctx context.Context) (fresh bool, err error) {
	known, err := s.load()
	if err != nil || known.Done && known.Walls {
		return false, err
	}
	visitor, err := s.visitor(ctx, &known)
	if err != nil {
		return true, fmt.Errorf("publish demo pictures: %w", err)
	}
	if !known.Walls {
		if err := s.fillWalls(ctx, visitor); err != nil {
			return true, fmt.Errorf("fill the walls: %w", err)
		}
		known.Walls = true
		if err := s.save(known); err != nil {
			return true, err
		}
	}
	if known.Done {
		return true, nil
	}
	ids, err := s.publishAll(ctx, visitor)
	if err == nil {
		err = visitor.awaitInGallery(ctx, ids)
	}
	if err != nil {
		return true, fmt.Errorf("publish demo pictures: %w", err)
	}
	known.Done = true
	return true, s.save(known)
}

// visitor comes back with the cookies of the first try, or as a new visitor.
func (s Seeder) visitor(ctx context.Context, known *state) (*client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	var cookies []*http.Cookie
	for name, value := range known.Cookies {
		cookies = append(cookies, &http.Cookie{Name: name, Value: value, Path: "/"})
	}
	jar.SetCookies(base, cookies)
	c := &client{&visitor.Visitor{URL: s.URL, Client: &http.Client{Jar: jar}}} // without a timeout, for streams
	var session json.RawMessage
	if err := c.call(ctx, http.MethodGet, "/api/v1/sessions/current", "", nil, &session); err != nil {
		return nil, err
	}
	known.Cookies = map[string]string{}
	for _, cookie := range jar.Cookies(base) {
		known.Cookies[cookie.Name] = cookie.Value
	}
	return c, s.save(*known)
}

func (s Seeder) publishAll(ctx context.Context, visitor *client) ([]string, error) {
	var mu sync.Mutex
	var ids []string
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(concurrency)
	all := publicationSpecs()
	for number, w := range all {
		group.Go(func() error {
			id, err := visitor.publish(ctx, w)
			if err != nil {
				return fmt.Errorf("%s %d: %w", w.typ, number+1, err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids = append(ids, id)
			s.Progress(len(ids), len(all))
			return nil
		})
	}
	err := group.Wait() // ids is complete only after it
	return ids, err
}

// publish goes the way of one picture: form, job, publication.
func (c *client) publish(ctx context.Context, w publicationSpec) (id string, err error) {
	var made job
	for attempt, failed := 1, 0; ; attempt++ {
		if err := c.call(ctx, http.MethodPost, "/api/v1/jobs", key("job", w, attempt), w.form, &made); err != nil {
			return "", err
		}
		earlier := made.final() // it ended before this start
		if made, err = c.watch(ctx, made.ID); err != nil {
			return "", err
		}
		if made.State == "JOB_STATE_SUCCEEDED" {
			break
		}
		if !earlier {
			failed++
		}
		if failed == maxAttempts {
			return "", fmt.Errorf("job %s ended as %s: %s %s", made.ID, made.State, made.Error.Code, made.Error.Message)
		}
	}
	var published publication
	path := "/api/v1/artworks/" + made.Artwork.ID + "/publications"
	if err := c.call(ctx, http.MethodPost, path, key("publication", w, 1), w.publication, &published); err != nil {
		return "", err
	}
	return published.ID, nil
}

// key is the same whenever the same thing is wanted.
func key(kind string, w publicationSpec, attempt int) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "seed %s %d %s", kind, attempt, w.name)).String()
}

// awaitInGallery waits until the list shows every publication; they arrive there as events.
func (c *client) awaitInGallery(ctx context.Context, ids []string) error {
	return wait.Eventually(ctx, listTimeout, pollInterval, "the gallery", func(ctx context.Context) (string, error) {
		missing := slices.Clone(ids)
		for _, typ := range []string{"meme", "pfp"} {
			var list struct{ Images []publication }
			if err := c.call(ctx, http.MethodGet, "/api/v1/images?pageSize=100&type="+typ, "", nil, &list); err != nil {
				return "", err
			}
			missing = slices.DeleteFunc(missing, func(id string) bool {
				return slices.Contains(list.Images, publication{id})
			})
		}
		if len(missing) == 0 {
			return "", nil
		}
		return fmt.Sprintf("%d of %d are missing", len(missing), len(ids)), nil
	})
}

func (s Seeder) load() (state, error) {
	text, err := os.ReadFile(s.State)
	if errors.Is(err, fs.ErrNotExist) {
		return state{}, nil
	}
	if err != nil {
		return state{}, err
	}
	var known state
	if err := json.Unmarshal(text, &known); err != nil {
		return state{}, fmt.Errorf("%s: %w", s.State, err)
	}
	return known, nil
}

func (s Seeder) save(known state) error {
	text, err := json.Marshal(known)
	if err != nil {
		return err
	}
	next := s.State + ".next"
	if err := os.WriteFile(next, text, 0o600); err != nil {
		return err
	}
	return os.Rename(next, s.State)
}
