package main

import (
	"bytes"
	"context"
	"image/color"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/image/webp"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/picturecheck"
)

// fakeModeration stands for the moderation service: it flags a picture whose top left corner is
// red, and no text.
type fakeModeration struct {
	moderationv1.UnimplementedModerationServiceServer
	mu     sync.Mutex
	away   bool
	judges bool            // whether it has a provider
	slow   bool            // whether it never answers
	left   []time.Duration // that a slow one had to answer, for each call
	widths []int

	textsChecked time.Time // when texts were checked last
}

func startFakeModeration(t *testing.T, register ...func(*grpc.Server)) (m *fakeModeration, addr string) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m = &fakeModeration{judges: true}
	server := grpc.NewServer()
	moderationv1.RegisterModerationServiceServer(server, m)
	for _, another := range register {
		another(server)
	}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	return m, l.Addr().String()
}

func (m *fakeModeration) set(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
}

func (m *fakeModeration) CheckTexts(
	_ context.Context, r *moderationv1.CheckTextsRequest,
) (*moderationv1.CheckTextsResponse, error) {
	m.set(func() { m.textsChecked = time.Now() })
	clean := slices.Repeat([]*moderationv1.Verdict{{}}, len(r.GetTexts()))
	return &moderationv1.CheckTextsResponse{Verdicts: clean}, nil
}

func (m *fakeModeration) CheckPicture(
	ctx context.Context, r *moderationv1.CheckPictureRequest,
) (*moderationv1.CheckPictureResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.slow {
		deadline, _ := ctx.Deadline()
		m.left = append(m.left, time.Until(deadline))
		<-ctx.Done()
		return nil, ctx.Err()
	}
	picture, err := webp.Decode(bytes.NewReader(r.GetPicture()))
	if err != nil {
		return nil, fault.ToStatus(fault.New(fault.KindInvalid, "PICTURE_INVALID", err.Error())).Err()
	}
	if m.widths = append(m.widths, picture.Bounds().Dx()); m.away {
		return nil, fault.ToStatus(fault.New(fault.KindUnavailable, "MODERATION_AWAY", "away")).Err()
	}
	red, green, _, _ := picture.At(5, 5).RGBA()
	flagged := m.judges && red > 0xc000 && green < 0x4000
	answer := &moderationv1.CheckPictureResponse{Judged: m.judges, Flagged: flagged}
	if flagged {
		answer.Scores = []*moderationv1.CategoryScore{{Category: "violence", Score: 0.97}, {Category: "hate", Score: 0.6}}
	}
	return answer, nil
}

var (
	red  = color.RGBA{255, 0, 0, 255}
	blue = color.RGBA{0, 0, 255, 255}
)

// publishOf publishes a picture of one color.
func (w *environment) publishOf(t *testing.T, c color.Color) (*mediav1.Publication, error) {
	t.Helper()
	artwork := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Image = newDrawing(t, 256, c) })
	return w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
		&mediav1.PublishRequest{ArtworkId: artwork.GetArtworkId(), Overlays: []*mediav1.Overlay{gmOverlay()}})
}

// mustPublishOf is publishOf without an error.
func (w *environment) mustPublishOf(t *testing.T, c color.Color) *mediav1.Publication {
	t.Helper()
	p, err := w.publishOf(t, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// judgeNow makes all pictures due, whatever was tried before.
func judgeNow(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	testkit.Exec(t, pool,
		`UPDATE publications SET picture_check_at = now() - interval '1 second' WHERE picture_check_at IS NOT NULL`)
}

// hasStatus waits until all forms of a publication return a status.
func (w *environment) hasStatus(t *testing.T, p *mediav1.Publication, want int) {
	t.Helper()
	for _, name := range []string{p.GetObjectName(), variant(p, 320), variant(p, 640)} {
		testkit.Eventually(t, name+" returns "+http.StatusText(want), func() bool {
			status, _ := w.status(t, name)
			return status == want
		})
	}
}

// listed returns the publications in ann's list, and whether each waits to be judged.
func (w *environment) listed(t *testing.T) map[string]bool {
	t.Helper()
	r, err := w.client.ListPublications(withVisitor(t.Context(), ""), &mediav1.ListPublicationsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, p := range r.GetPublications() {
		found[p.GetId()] = p.GetAwaitsCheck()
	}
	return found
}

// seesFlagged has the maker of a picture that was flagged later see why it is hidden, and able to
// appeal.
func (w *environment) seesFlagged(t *testing.T, p *mediav1.Publication) {
	t.Helper()
	r, err := w.client.ListPublications(withVisitor(t.Context(), ""), &mediav1.ListPublicationsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, listed := range r.GetPublications() {
		if m := listed.GetModeration(); listed.GetId() == p.GetId() && (!m.GetCanAppeal() ||
			m.GetState() != mediav1.ModerationState_MODERATION_STATE_HIDDEN || !m.GetHideTime().IsValid() ||
			m.GetReason() != mediav1.ReportReason_REPORT_REASON_OFFENSIVE) {
			t.Errorf("the maker sees %v", m)
		}
	}
}

// Verifies MOD-34.
func TestFlaggedPictureIsRefused(t *testing.T) {
	t.Parallel()
	m, addr := startFakeModeration(t)
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	artwork := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Image = newDrawing(t, 256, red) }).GetArtworkId()
	for range 2 {
		_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
			&mediav1.PublishRequest{ArtworkId: artwork, Overlays: []*mediav1.Overlay{gmOverlay()}})
		if f := fault.From(err); f == nil || f.Kind != fault.KindInvalid || f.Reason != "PICTURE_REFUSED" {
			t.Fatalf("got %v", err)
		}
	}
	rows := testkit.QueryOne[int](t, w.Database(t),
		`SELECT (SELECT count(*) FROM publications) + (SELECT count(*) FROM outbox)`)
	stored, _ := os.ReadDir(filepath.Join(w.objects, "memes")) // the folder may be missing
	if rows != 0 || len(stored) != 0 {
		t.Errorf("%d rows, %d objects", rows, len(stored))
	}
	if _, err := w.client.RenderPreview(withVisitor(t.Context(), ""),
		&mediav1.RenderPreviewRequest{ArtworkId: artwork}); err != nil {
		t.Errorf("the artwork is not its visitor's any more: %v", err)
	}
	p := w.mustPublishOf(t, blue)
	if w.hasStatus(t, p, http.StatusOK); p.GetAwaitsCheck() {
		t.Error("a harmless picture waits")
	}
	if slices.ContainsFunc(m.widths, func(width int) bool { return width != 640 }) {
		t.Errorf("judged in widths of %v", m.widths)
	}
}

// What was published without a verdict is hidden when it is flagged, also by a process
// that was started since. Metrics belong to the process: tests that read them do not run in parallel.
// Verifies MOD-35, MOD-75.
func TestUnjudgedPicturesAreJudgedLater(t *testing.T) {
	m, addr := startFakeModeration(t)
	w := prepareEnvironment(t, "MODERATION_ADDR="+addr)
	stop, pool := w.Start(t), w.Database(t)
	m.set(func() { m.away = true })
	bad, good, kept := w.mustPublishOf(t, red), w.mustPublishOf(t, blue), w.mustPublishOf(t, red)
	for _, p := range []*mediav1.Publication{bad, good, kept} {
		if w.hasStatus(t, p, http.StatusOK); p.GetAwaitsCheck() {
			t.Errorf("%s waits", p.GetId())
		}
	}
	w.applied(t, kept, moderationv1.Action_ACTION_LEAVE)
	if age := w.metric(t, "mcwick_media_pictures_unjudged_age_seconds"); age <= 0 {
		t.Errorf("the oldest waits for %v s", age)
	}
	stop()
	m.set(func() { m.away = false })
	w.Start(t)
	judgeNow(t, pool)
	w.hasStatus(t, bad, http.StatusGone)
	testkit.Eventually(t, "all are judged", func() bool { return due(t, pool) == 0 })
	if age := w.metric(t, "mcwick_media_pictures_unjudged_age_seconds"); age != 0 {
		t.Errorf("none waits, for %v s", age)
	}
	for name, p := range map[string]*mediav1.Publication{"passed": good, "cleared by an operator": kept} {
		if status, _ := w.status(t, p.GetObjectName()); status != http.StatusOK {
			t.Errorf("%s: %d", name, status)
		}
	}
	if listed := w.listed(t); len(listed) != 3 || listed[good.GetId()] || listed[kept.GetId()] || listed[bad.GetId()] {
		t.Errorf("listed are %v", listed)
	}
	w.seesFlagged(t, bad)
	if found := findingOn(t, pool, bad); found != "violence 0.97, hate 0.60" {
		t.Errorf("operators read %q", found)
	}
	types := w.eventTypes(t, bad.GetId(), 2)
	if !slices.Equal(types, []string{"media.v1.ArtworkPublished", "media.v1.ArtworkWithdrawn"}) {
		t.Errorf("events %v", types)
	}
}

// Verifies MOD-108.
func TestFindingOnWhatReportsHidIsSent(t *testing.T) {
	t.Parallel()
	moderation := casestest.Start(t)
	m, addr := startFakeModeration(t, func(s *grpc.Server) { moderationv1.RegisterCaseServiceServer(s, moderation) })
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	pool := w.Database(t)
	m.set(func() { m.away = true })
	p := w.mustPublishOf(t, red)
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE,
		func(d *moderationv1.DecisionMade) { d.IsAutomatic = true })
	w.hasStatus(t, p, http.StatusGone)
	moderation.Fail(fault.ToStatus(fault.ErrUnavailable).Err())
	judged := 0
	m.set(func() { m.away, judged = false, len(m.widths) })
	judgeNow(t, pool)
	testkit.Eventually(t, "it is judged", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return len(m.widths) > judged
	})
	moderation.Fail(nil)
	testkit.Eventually(t, "the finding is sent", func() bool {
		judgeNow(t, pool)
		sent := casestest.Calls[*moderationv1.RecordVerdictRequest](moderation)
		return len(sent) > 0 && sent[0].GetNote() == "violence 0.97, hate 0.60" &&
			sent[0].GetDetails().GetSubject().GetId() == p.GetId() &&
			strings.HasPrefix(sent[0].GetDetails().GetText(), "gm")
	})
	w.hasStatus(t, p, http.StatusGone)
}

// findingOn returns what the check found on a publication's picture.
func findingOn(t *testing.T, pool *pgxpool.Pool, p *mediav1.Publication) string {
	t.Helper()
	return testkit.QueryOne[string](t, pool, `SELECT picture_finding FROM publications WHERE id = $1`, p.GetId())
}

// due counts the pictures that are not judged yet.
func due(t *testing.T, pool *pgxpool.Pool) int {
	t.Helper()
	return testkit.QueryOne[int](t, pool, `SELECT count(*) FROM publications WHERE picture_check IN ('due', 'held')`)
}

// eventTypes returns the types of the first n events of a publication.
func (w *environment) eventTypes(t *testing.T, id string, n int) (types []string) {
	t.Helper()
	for _, m := range w.readEvents(t, id, n) {
		for _, h := range m.Headers {
			if h.Key == "event-type" {
				types = append(types, string(h.Value))
			}
		}
	}
	return types
}

// Verifies MOD-36.
func TestHeldPicturesAreShownWhenTheyPass(t *testing.T) {
	t.Parallel()
	m, addr := startFakeModeration(t)
	w := newEnvironment(t, "MODERATION_ADDR="+addr, "PICTURES_UNJUDGED=hold")
	pool := w.Database(t)
	m.set(func() { m.away = true })
	bad, good, gone, operated, left := w.mustPublishOf(t, red), w.mustPublishOf(t, blue), w.mustPublishOf(t, blue),
		w.mustPublishOf(t, blue), w.mustPublishOf(t, blue)
	for _, p := range []*mediav1.Publication{bad, good, gone, operated, left} {
		if !p.GetAwaitsCheck() || !w.listed(t)[p.GetId()] {
			t.Errorf("%s does not wait", p.GetId())
		}
		w.hasStatus(t, p, http.StatusGone)
	}
	if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	w.applied(t, operated, moderationv1.Action_ACTION_HIDE)
	held := w.listWorks(t, &mediav1.ListWorksRequest{Held: true})
	if want := []string{left.GetId(), good.GetId(), bad.GetId()}; !slices.Equal(held, want) {
		t.Errorf("held are %v, want %v", held, want)
	}
	w.applied(t, left, moderationv1.Action_ACTION_LEAVE)
	w.hasStatus(t, left, http.StatusOK)
	m.set(func() { m.away = false })
	judgeNow(t, pool)
	w.hasStatus(t, good, http.StatusOK)
	testkit.Eventually(t, "all are judged", func() bool { return due(t, pool) == 0 })
	for _, p := range []*mediav1.Publication{bad, gone, operated} {
		w.hasStatus(t, p, http.StatusGone)
	}
	if listed := w.listed(t); len(listed) != 4 || listed[good.GetId()] || listed[operated.GetId()] ||
		listed[bad.GetId()] {
		t.Errorf("listed are %v", listed)
	}
	w.seesFlagged(t, bad)
	// No gallery ever shows it before it is judged: its withdrawal comes first.
	types := w.eventTypes(t, good.GetId(), 3)
	if !slices.Equal(types, []string{"media.v1.ArtworkWithdrawn", "media.v1.ArtworkPublished",
		"media.v1.ArtworkRestored"}) {
		t.Errorf("events %v", types)
	}
}

// TestHeldPicturesAreNotShownUnjudged has held pictures of which some forms are gone, or all, and a judge that is
// switched off.
// Verifies MOD-36, MOD-120.
func TestHeldPicturesAreNotShownUnjudged(t *testing.T) {
	t.Parallel()
	m, addr := startFakeModeration(t)
	w := newEnvironment(t, "MODERATION_ADDR="+addr, "PICTURES_UNJUDGED=hold")
	pool := w.Database(t)
	m.set(func() { m.away = true })
	bad, good, gone := w.mustPublishOf(t, red), w.mustPublishOf(t, blue), w.mustPublishOf(t, blue)
	for _, name := range []string{variant(bad, 640), variant(good, 640), variant(gone, 640), variant(gone, 320),
		gone.GetObjectName()} {
		if err := os.Remove(filepath.Join(w.objects, name)); err != nil {
			t.Fatal(err)
		}
	}
	staysHeld := func(all ...string) {
		t.Helper()
		testkit.Exec(t, pool, `UPDATE publications SET picture_check_tries = 0`)
		for tries := range 2 {
			judgeNow(t, pool)
			testkit.Eventually(t, "what is not judged stays due", func() bool {
				return testkit.QueryOne[int](t, pool, `SELECT count(*) FROM publications WHERE id::text = ANY($1)
					AND picture_check_tries > $2 AND picture_check = 'held' AND hidden_by = 'check'`, all, tries) == len(all)
			})
		}
	}
	m.set(func() { m.away, m.judges = false, false })
	staysHeld(bad.GetId(), good.GetId(), gone.GetId())
	m.set(func() { m.judges = true })
	staysHeld(gone.GetId())
	testkit.Eventually(t, "the others are judged", func() bool { return due(t, pool) == 1 })
	for p, want := range map[*mediav1.Publication]int{good: http.StatusOK, bad: http.StatusGone,
		gone: http.StatusGone} {
		testkit.Eventually(t, p.GetId()+" returns "+http.StatusText(want), func() bool {
			status, _ := w.status(t, variant(p, 320))
			return status == want
		})
	}
}

// Verifies MOD-33.
func TestPicturesArePublishedWithoutProvider(t *testing.T) {
	t.Parallel()
	m, addr := startFakeModeration(t)
	w := newEnvironment(t, "MODERATION_ADDR="+addr, "PICTURES_UNJUDGED=hold")
	pool := w.Database(t)
	m.set(func() { m.judges = false })
	if p := w.mustPublishOf(t, red); p.GetAwaitsCheck() || due(t, pool) != 0 {
		t.Errorf("%v waits", p)
	}
}

// A judge that takes its time costs a visitor three seconds at most, and has longer afterwards.
// Verifies MOD-35.
func TestSlowJudgeDoesNotStopPublishing(t *testing.T) {
	t.Parallel()
	m, addr := startFakeModeration(t)
	m.slow = true
	w := newEnvironment(t, "MODERATION_ADDR="+addr)
	pool := w.Database(t)
	if p := w.mustPublishOf(t, blue); p.GetAwaitsCheck() || due(t, pool) != 1 {
		t.Errorf("%v, %d due", p, due(t, pool))
	}
	m.set(func() {
		if len(m.left) == 0 || m.left[0] <= 0 || m.left[0] > picturecheck.Timeout {
			t.Errorf("the judge had %v", m.left)
		}
	})
	testkit.Exec(t, pool, `UPDATE publications SET picture_check_at = now()`)
	testkit.Eventually(t, "the judge has longer for a picture that waits", func() (hasLonger bool) {
		m.set(func() {
			hasLonger = slices.ContainsFunc(m.left, func(d time.Duration) bool { return d > picturecheck.Timeout })
		})
		return hasLonger
	})
}
