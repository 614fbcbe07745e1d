package seed

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"unicode/utf16"

	"mcwick.example/mascot"
)

// gateway plays the public interface: idempotent by visitor and key, asking to come back later now and then.
type gateway struct {
	mu           sync.Mutex
	jobs         map[string]string // key to id
	publications map[string]string
	types        map[string]string // of publications by id
	visitors     int
	refused      bool
	failFirst    bool // the first job fails
}

func (g *gateway) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/sessions/current", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if _, err := r.Cookie("device"); err != nil {
			g.visitors++
			http.SetCookie(w, &http.Cookie{Name: "device", Value: fmt.Sprint(g.visitors), Path: "/"})
		}
		fmt.Fprint(w, `{"user":null}`)
	})
	mux.HandleFunc("POST /api/v1/jobs", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if !g.refused {
			g.refused = true
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		id := once(g.jobs, r)
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintf(w, `{"id":%q,"state":"JOB_STATE_QUEUED"}`, id)
	})
	mux.HandleFunc("GET /api/v1/jobs/{id}/events", func(w http.ResponseWriter, r *http.Request) {
		id, state := r.PathValue("id"), "SUCCEEDED"
		if g.failFirst && id == "1" {
			state = "FAILED"
		}
		fmt.Fprintf(w, "id: 2\nevent: job\ndata: {\"id\":%q,\"state\":\"JOB_STATE_RUNNING\"}\n\n", id)
		fmt.Fprintf(w, ": still here\n\nid: 3\nevent: job\ndata: {\"id\":%q,\"state\":\"JOB_STATE_%s\",\"artwork\":{\"id\":\"a%s\"}}\n\n", id, state, id)
	})
	mux.HandleFunc("POST /api/v1/artworks/{id}/publications", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		var form struct{ Overlays []any }
		if err := json.NewDecoder(r.Body).Decode(&form); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		id := once(g.publications, r)
		g.types[id] = "meme"
		if len(form.Overlays) == 0 {
			g.types[id] = "pfp"
		}
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"id":%q}`, id)
	})
	mux.HandleFunc("GET /api/v1/images", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		images := []map[string]string{}
		for _, id := range g.publications {
			if g.types[id] == r.URL.Query().Get("type") {
				images = append(images, map[string]string{"id": id})
			}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"images": images})
	})
	return mux
}

func once(known map[string]string, r *http.Request) string {
	cookie, err := r.Cookie("device")
	if err != nil {
		return "nobody"
	}
	key := cookie.Value + r.Header.Get("Idempotency-Key")
	if known[key] == "" {
		known[key] = fmt.Sprint(len(known) + 1)
	}
	return known[key]
}

func setup(t *testing.T) (*gateway, Seeder) {
	t.Helper()
	g := &gateway{jobs: map[string]string{}, publications: map[string]string{}, types: map[string]string{}}
	server := httptest.NewServer(g.handler())
	t.Cleanup(server.Close)
	return g, Seeder{URL: server.URL, State: filepath.Join(t.TempDir(), "seed.json"), Progress: func(int, int) {}}
}

func TestRun(t *testing.T) {
	t.Run("all_pictures_once_whatever_happens", func(t *testing.T) {
		g, s := setup(t)
		g.failFirst = true
		if fresh, err := s.Run(t.Context()); err != nil || !fresh {
			t.Fatalf("Run() = %v, %v", fresh, err)
		}
		all := len(memes) + len(pfps)
		if len(g.publications) != all || len(g.jobs) != all+1 {
			t.Errorf("%d publications from %d jobs, want %d from one more", len(g.publications), len(g.jobs), all)
		}
		if fresh, err := s.Run(t.Context()); err != nil || fresh {
			t.Errorf("second Run() = %v, %v", fresh, err)
		}
	})

	t.Run("a_broken_off_seed_adds_nothing_twice", func(t *testing.T) {
		g, s := setup(t)
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		known, err := s.load()
		if err != nil {
			t.Fatal(err)
		}
		known.Done = false // as it was just before the end
		if err := s.save(known); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(g.publications) != len(memes)+len(pfps) || g.visitors != 1 {
			t.Errorf("%d publications by %d visitors", len(g.publications), g.visitors)
		}
	})
}

func TestOneVisitorMayAskForAllAtOnce(t *testing.T) {
	text, err := os.ReadFile("../../limits.json")
	if err != nil {
		t.Fatal(err)
	}
	var limits struct {
		Jobs struct{ Device struct{ Burst int } }
	}
	if err := json.Unmarshal(text, &limits); err != nil {
		t.Fatal(err)
	}
	if burst := limits.Jobs.Device.Burst; len(wishes()) > burst {
		t.Errorf("%d demo pictures, and a device may ask for %d at once: each more waits", len(wishes()), burst)
	}
}

func TestMemesKeepTheRules(t *testing.T) {
	styles := map[string]bool{}
	color := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	length := func(s string) int { return len(utf16.Encode([]rune(s))) }
	for _, m := range memes {
		styles[m.style] = true
		o := m.text
		ok := length(m.action) <= 200 && length(m.scene) <= 200 && length(m.signature) <= 50 && length(m.caption) <= 280 &&
			length(o.Content) <= 200 && o.FontSize >= 32 && o.FontSize <= 200 && o.FontSize%4 == 0 && o.Rotation%15 == 0 &&
			o.Rotation < 360 && color.MatchString(o.Color)
		if !ok {
			t.Errorf("against a rule: %+v", m)
		}
	}
	if len(styles) != 10 {
		t.Errorf("%d styles, want all ten", len(styles))
	}
}

func TestPFPsKeepTheRules(t *testing.T) {
	for _, p := range pfps {
		features := 0
		for _, c := range mascot.Categories() {
			id := *p.Choice(c.ID)
			if !slices.ContainsFunc(c.Options, func(o mascot.Option) bool { return o.ID == id || id == "" && !c.Required }) {
				t.Errorf("no %s %q: %+v", c.ID, id, p)
			}
			if !c.Required && id != "" {
				features++
			}
		}
		if features < mascot.MinFeatures || len(p.signature) > 50 || len(p.caption) > 280 {
			t.Errorf("against a rule: %+v", p)
		}
	}
}
