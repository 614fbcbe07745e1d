package seed

import (
	"cmp"
	"context"
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

	"google.golang.org/grpc"

	"mcwick.example/mascot"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/text"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// gateway plays the public interface: idempotent by visitor and key, asking to come back later now
// and then.
type gateway struct {
	mu           sync.Mutex
	jobs         map[string]string // key to id
	publications map[string]string
	types        map[string]string // of publications by id
	visitors     int
	refused      bool
	overloaded   bool // for the next stream of events
	fails        func(job string) bool
	ended        map[string]string // states of jobs by id
	operators    *operators
}

// operators plays the wall service behind the operators' port: what was nominated there waits for
// one yes, on the Wall of Shame for two.
type operators struct {
	wallv1.UnimplementedWallOperatorServiceServer
	mu      sync.Mutex
	waiting []*wallv1.Nomination // newest first
	onWall  []string
}

func (o *operators) nominate(w http.ResponseWriter, r *http.Request) {
	var form name
	if json.NewDecoder(r.Body).Decode(&form) != nil || r.Header.Get("Idempotency-Key") == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.Contains(o.onWall, form.Handle) &&
		!slices.ContainsFunc(o.waiting, func(n *wallv1.Nomination) bool { return n.GetXHandle() == form.Handle }) {
		o.waiting = slices.Insert(o.waiting, 0, &wallv1.Nomination{
			Id: form.Handle, XHandle: form.Handle, Reason: form.Reason, Wall: wallv1.Wall(wallv1.Wall_value[form.Wall]),
		})
	}
	w.WriteHeader(http.StatusCreated)
	fmt.Fprint(w, `{}`)
}

func (o *operators) ListNominations(
	context.Context, *wallv1.ListNominationsRequest,
) (*wallv1.ListNominationsResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return &wallv1.ListNominationsResponse{Nominations: slices.Clone(o.waiting)}, nil
}

func (o *operators) ApproveNomination(
	ctx context.Context, r *wallv1.ApproveNominationRequest,
) (*wallv1.ApproveNominationResponse, error) {
	by, err := operator.Name(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.IndexFunc(o.waiting, func(n *wallv1.Nomination) bool { return n.GetId() == r.GetNominationId() })
	n := o.waiting[i]
	if slices.Contains(n.GetApprovedBy(), by) {
		return nil, fault.ToStatus(errAlreadyApproved).Err()
	}
	if n.ApprovedBy = append(n.ApprovedBy, by); n.GetWall() == wallv1.Wall_WALL_FLAME || len(n.GetApprovedBy()) == 2 {
		o.waiting = slices.Delete(o.waiting, i, i+1)
		o.onWall = append(o.onWall, n.GetXHandle())
	}
	return &wallv1.ApproveNominationResponse{}, err
}

// setFailing says which jobs fail from now on. Streams of ended jobs may still be answering.
func (g *gateway) setFailing(fails func(job string) bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.fails = fails
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
		fmt.Fprintf(w, `{"id":%q,"state":%q}`, id, cmp.Or(g.ended[id], "JOB_STATE_QUEUED"))
	})
	mux.HandleFunc("GET /api/v1/jobs/{id}/events", func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.overloaded {
			g.overloaded = false
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		id := r.PathValue("id")
		if g.ended[id] == "" {
			g.ended[id] = "JOB_STATE_SUCCEEDED"
			if g.fails(id) {
				g.ended[id] = "JOB_STATE_FAILED"
			}
		}
		fmt.Fprintf(w, "id: 2\nevent: job\ndata: {\"id\":%q,\"state\":\"JOB_STATE_RUNNING\"}\n\n", id)
		fmt.Fprintf(w,
			": still here\n\nid: 3\nevent: job\ndata: {\"id\":%q,\"state\":%q,\"artwork\":{\"id\":\"a%s\"}}\n\n", id,
			g.ended[id], id)
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
	mux.HandleFunc("POST /api/v1/wall/nominations", g.operators.nominate)
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

func newSeeder(t *testing.T) (*gateway, Seeder) {
	t.Helper()
	g := &gateway{
		jobs: map[string]string{}, publications: map[string]string{}, types: map[string]string{},
		operators: &operators{},
		fails:     func(string) bool { return false }, ended: map[string]string{},
	}
	server := httptest.NewServer(g.handler())
	t.Cleanup(server.Close)
	s := Seeder{
		URL: server.URL, State: filepath.Join(t.TempDir(), "seed.json"), Progress: func(int, int) {},
		WallOperators: testkit.FreeAddr(t), Tokens: map[string]string{"ada": "token-a", "lin": "token-l"},
	}
	file := filepath.Join(t.TempDir(), "operators")
	testkit.WriteFile(t, file, operator.CredentialLine("ada", "token-a")+
		operator.CredentialLine("lin", "token-l"))
	part, err := operator.Part(testkit.DiscardLog(), operator.Config{Addr: s.WallOperators, File: file},
		func(r grpc.ServiceRegistrar) {
			wallv1.RegisterWallOperatorServiceServer(r, g.operators)
		})
	if err != nil {
		t.Fatal(err)
	}
	listening := make(chan struct{})
	ready := lifecycle.Part{Name: "ready",
		Start: func(context.Context, func(error)) error { close(listening); return nil }}
	testkit.RunCommand(t, func(ctx context.Context) error {
		return lifecycle.Run(ctx, testkit.DiscardLog(), part,
			ready)
	})
	<-listening
	return g, s
}

func TestRun(t *testing.T) {
	t.Run("all_pictures_once_whatever_happens", func(t *testing.T) {
		g, s := newSeeder(t)
		g.setFailing(func(job string) bool { return job == "1" })
		if fresh, err := s.Run(t.Context()); err != nil || !fresh {
			t.Fatalf("Run() = %v, %v", fresh, err)
		}
		all := len(memes) + len(pfps)
		if len(g.publications) != all || len(g.jobs) != all+1 {
			t.Errorf("%d publications from %d jobs, want %d from one more", len(g.publications), len(g.jobs), all)
		}
		if len(g.operators.waiting) != 0 || len(g.operators.onWall) != len(names) {
			t.Errorf("%d names wait, %d are on a wall", len(g.operators.waiting), len(g.operators.onWall))
		}
		if fresh, err := s.Run(t.Context()); err != nil || fresh {
			t.Errorf("second Run() = %v, %v", fresh, err)
		}
	})

	t.Run("pictures_that_failed_at_one_start_come_at_the_next", func(t *testing.T) {
		g, s := newSeeder(t)
		g.setFailing(func(string) bool { return true })
		if _, err := s.Run(t.Context()); err == nil || len(g.publications) != 0 {
			t.Fatalf("%d publications while nothing can be drawn: %v", len(g.publications), err)
		}
		g.setFailing(func(string) bool { return false })
		if _, err := s.Run(t.Context()); err != nil || len(g.publications) != len(memes)+len(pfps) {
			t.Errorf("then %d publications: %v", len(g.publications), err)
		}
	})

	t.Run("a_refused_stream_of_events_is_opened_again", func(t *testing.T) {
		g, s := newSeeder(t)
		g.overloaded = true
		if _, err := s.Run(t.Context()); err != nil {
			t.Error(err)
		}
	})

	t.Run("a_broken_off_seed_adds_nothing_twice", func(t *testing.T) {
		g, s := newSeeder(t)
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		known, err := s.load()
		if err != nil {
			t.Fatal(err)
		}
		known.Done, known.Walls = false, false // as it was just before the end
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

func TestApprovalsResumeAfterInterruption(t *testing.T) {
	g, s := newSeeder(t)
	stranger := &wallv1.Nomination{Id: "x", XHandle: "@stranger", Reason: "Not ours", Wall: wallv1.Wall_WALL_FLAME}
	first := &wallv1.Nomination{Id: "s", XHandle: names[len(names)-1].Handle, Reason: names[len(names)-1].Reason,
		Wall: wallv1.Wall_WALL_SHAME, ApprovedBy: []string{"ada"}}
	g.operators.waiting = []*wallv1.Nomination{first, stranger}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(g.operators.onWall) != len(names) || len(g.operators.waiting) != 1 || g.operators.waiting[0] != stranger {
		t.Errorf("%q are on a wall, %v wait", g.operators.onWall, g.operators.waiting)
	}
}

func TestNamesAreValid(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range names {
		if _, ok := text.ParseHandle(n.Handle); !ok || seen[n.Handle] || n.Reason == "" ||
			text.UTF16Length(n.Reason) > 400 || n.Wall != flame && n.Wall != shame {
			t.Errorf("against a rule: %+v", n)
		}
		seen[n.Handle] = true
	}
}

func TestSeedFitsRateLimits(t *testing.T) {
	text, err := os.ReadFile("../../limits.json")
	if err != nil {
		t.Fatal(err)
	}
	var limits struct {
		Jobs, Nominations struct{ Device struct{ Burst int } }
	}
	if err := json.Unmarshal(text, &limits); err != nil {
		t.Fatal(err)
	}
	if burst := limits.Jobs.Device.Burst; len(publicationSpecs()) > burst {
		t.Errorf("%d demo pictures, and a device may ask for %d at once: each more waits", len(publicationSpecs()),
			burst)
	}
	if burst := limits.Nominations.Device.Burst; len(names) > burst {
		t.Errorf("%d demo names, and a device may nominate %d at once: each more waits", len(names), burst)
	}
}

func TestMemesAreValid(t *testing.T) {
	styles := map[string]bool{}
	color := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	length := func(s string) int { return len(utf16.Encode([]rune(s))) }
	for _, m := range memes {
		styles[m.style] = true
		o := m.text
		ok := length(m.action) <= 200 && length(m.scene) <= 200 && length(m.signature) <= 50 &&
			length(m.caption) <= 280 &&
			length(o.Content) <= 200 && o.FontSize >= 32 && o.FontSize <= 200 && o.FontSize%4 == 0 &&
			o.Rotation%15 == 0 &&
			o.Rotation < 360 && color.MatchString(o.Color)
		if !ok {
			t.Errorf("against a rule: %+v", m)
		}
	}
	if len(styles) != 10 {
		t.Errorf("%d styles, want all ten", len(styles))
	}
}

func TestPFPsAreValid(t *testing.T) {
	for _, p := range pfps {
		features := 0
		for _, c := range mascot.Categories() {
			id := *p.Choice(c.ID)
			if !slices.ContainsFunc(c.Options,
				func(o mascot.Option) bool { return o.ID == id || id == "" && !c.Required }) {
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
