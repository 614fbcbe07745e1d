package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// house is the services behind the gateway, played by the test: what a call answers, and who asked.
type house struct {
	galleryv1.UnimplementedGalleryServiceServer
	generationv1.UnimplementedGenerationServiceServer
	identityv1.UnimplementedIdentityServiceServer
	mediav1.UnimplementedMediaServiceServer
	mediav1.UnimplementedVideoServiceServer
	wallv1.UnimplementedWallServiceServer

	mu      sync.Mutex
	asked   []metadata.MD
	likes   int32
	images  []*galleryv1.Image
	broken  error
	session string // hash of the one session that is open
	lookUps int
	held    func(context.Context) // what a long poll, or a list, waits for; nil for nothing
}

func (h *house) record(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	md, _ := metadata.FromIncomingContext(ctx)
	h.asked = append(h.asked, md)
	if h.broken != nil {
		return fault.ToStatus(h.broken).Err()
	}
	return nil
}

// set changes what the services say from now on.
func (h *house) set(broken error, images ...*galleryv1.Image) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken, h.images = broken, images
}

// calls is how often the services were asked.
func (h *house) calls() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.asked)
}

func (h *house) ListImages(ctx context.Context, _ *galleryv1.ListImagesRequest) (*galleryv1.ListImagesResponse, error) {
	if h.held != nil {
		h.held(ctx)
	}
	err := h.record(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	return &galleryv1.ListImagesResponse{Images: h.images}, err
}

func (h *house) GetImage(ctx context.Context, r *galleryv1.GetImageRequest) (*galleryv1.Image, error) {
	if err := h.record(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, i := range h.images {
		if i.GetId() == r.GetImageId() {
			return i, nil
		}
	}
	return nil, fault.ToStatus(fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "no")).Err()
}

func (h *house) ListLikes(ctx context.Context, _ *galleryv1.ListLikesRequest) (*galleryv1.ListLikesResponse, error) {
	return &galleryv1.ListLikesResponse{}, h.record(ctx)
}

func (h *house) LikeImage(ctx context.Context, _ *galleryv1.LikeImageRequest) (*galleryv1.LikeImageResponse, error) {
	return &galleryv1.LikeImageResponse{Likes: h.likes}, h.record(ctx)
}

func (h *house) CreateJob(ctx context.Context, r *generationv1.CreateJobRequest) (*generationv1.Job, error) {
	return &generationv1.Job{Id: "j1", State: generationv1.JobState_JOB_STATE_QUEUED, Version: 1}, h.record(ctx)
}

func (h *house) RenderPreview(ctx context.Context, _ *mediav1.RenderPreviewRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/png", Data: []byte("a picture")}, h.record(ctx)
}

func (h *house) ReportPublication(ctx context.Context, _ *mediav1.ReportPublicationRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

// WaitJob moves the job one state on at each call.
func (h *house) WaitJob(ctx context.Context, r *generationv1.WaitJobRequest) (*generationv1.Job, error) {
	if r.GetJobId() != "j1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "JOB_NOT_FOUND", "no")).Err()
	}
	if h.held != nil && r.GetWait().AsDuration() > 0 {
		h.held(ctx)
	}
	v := r.GetAfterVersion() + 1
	return &generationv1.Job{Id: "j1", State: generationv1.JobState(min(v, 3)), Version: v}, h.record(ctx)
}

func (h *house) CreateVideo(ctx context.Context, _ *mediav1.CreateVideoRequest) (*mediav1.Video, error) {
	return &mediav1.Video{Id: "v1", State: mediav1.VideoState_VIDEO_STATE_QUEUED, Version: 1}, h.record(ctx)
}

// WaitVideo moves the video one state on at each call.
func (h *house) WaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (*mediav1.Video, error) {
	if r.GetVideoId() != "v1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "no")).Err()
	}
	v := r.GetAfterVersion() + 1
	return &mediav1.Video{Id: "v1", State: mediav1.VideoState(min(v, 3)), Version: v, Percent: v * 30}, h.record(ctx)
}

func (h *house) GetSharedVideo(ctx context.Context, r *mediav1.GetSharedVideoRequest) (*mediav1.SharedVideo, error) {
	if r.GetVideoId() == unsharedVideo {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "no")).Err()
	}
	return &mediav1.SharedVideo{
		Id: r.GetVideoId(), Title: "BicTok Video", ObjectName: "videos/v.mp4", PosterObjectName: "videos/v.webp",
		Description: "Gm & <3. " + strings.Repeat("A wick flickers. ", 20),
	}, h.record(ctx)
}

func (h *house) ListWallEntries(ctx context.Context, r *wallv1.ListWallEntriesRequest) (*wallv1.ListWallEntriesResponse, error) {
	e := &wallv1.WallEntry{Id: "e1", XHandle: "@" + r.GetWall().String()}
	return &wallv1.ListWallEntriesResponse{Entries: []*wallv1.WallEntry{e}}, h.record(ctx)
}

func (h *house) GetAvatar(ctx context.Context, r *wallv1.GetAvatarRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/jpeg", Data: []byte("face of " + r.GetEntryId())}, h.record(ctx)
}

func (h *house) ReportEntry(ctx context.Context, _ *wallv1.ReportEntryRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

func (h *house) Nominate(ctx context.Context, _ *wallv1.NominateRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

type world struct {
	url     string
	client  *http.Client
	house   *house
	gateway *gateway
	static  string // folder of the built page
	site    string // path of the settings
}

// visitor is who the last call was made for.
func (h *house) visitor() string { return h.last("mcwick-visitor") }

const shellPage = "<!doctype html><title>shell</title>"

func setup(t testing.TB) *world {
	t.Helper()
	w := &world{house: &house{likes: 7}}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	backend := grpc.NewServer()
	galleryv1.RegisterGalleryServiceServer(backend, w.house)
	generationv1.RegisterGenerationServiceServer(backend, w.house)
	identityv1.RegisterIdentityServiceServer(backend, w.house)
	mediav1.RegisterMediaServiceServer(backend, w.house)
	mediav1.RegisterVideoServiceServer(backend, w.house)
	wallv1.RegisterWallServiceServer(backend, w.house)
	go func() { _ = backend.Serve(l) }()
	t.Cleanup(backend.Stop)
	bytes := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "bytes of "+r.URL.Path)
		if r.URL.Path == "/media/cut.png" {
			_ = http.NewResponseController(w).Flush() // supported here
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(bytes.Close)

	w.static = t.TempDir()
	write(t, filepath.Join(w.static, "index.html"), shellPage)
	write(t, filepath.Join(w.static, "assets", "app-a1b2c3d4.js"), "code")
	w.site = filepath.Join(t.TempDir(), "site.json")
	write(t, w.site, siteText("McWick"))

	o, err := redis.ParseURL(testkit.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	cache := redis.NewClient(o)
	t.Cleanup(func() { cache.Close() })
	addr := l.Addr().String()
	g, err := newGateway(t.Context(), configuration{
		PublicOrigin: "http://localhost:8080", GalleryAddr: addr, GenerationAddr: addr, IdentityAddr: addr, MediaAddr: addr, WallAddr: addr,
		MediaHTTPURL: bytes.URL, MediaBase: "/media/", StaticDir: w.static, SiteFile: w.site,
		DeviceKey: "0123456789abcdef0123456789abcdef", Telemetry: telemetry.Config{},
	}, testkit.Log(), limit.NewGuard(testkit.Log(), limit.New(cache), 1))
	if err != nil {
		t.Fatal(err)
	}
	// Other tests come from the same address: this one gets rates of its own.
	g.limits.Writes = Scopes{
		Device:  limit.Rate{Every: time.Hour, Burst: 3},
		Address: limit.Rate{Every: time.Hour + time.Duration(time.Now().UnixNano()%1e9), Burst: 60},
	}
	server := httptest.NewServer(g.routes())
	t.Cleanup(server.Close)
	w.gateway, w.url, w.client = g, server.URL, browser()
	return w
}

// browser is a client that keeps its cookies.
func browser() *http.Client {
	jar, _ := cookiejar.New(nil) // never fails
	return &http.Client{Jar: jar}
}

func siteText(name string) string {
	return fmt.Sprintf(`{"brand":{"name":%q,"slug":"s","tagline":"t","contract":"c","tokenSymbol":"W","socialUrl":"https://x.com/"},"flags":{},"remotes":[]}`, name)
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// do sends a request; header is name, value, name, value.
func (w *world) do(t *testing.T, method, path, body string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(b)
}

const meme = `{"meme":{"action":"a","scene":"s","style":"Anime"}}`

func TestProblems(t *testing.T) {
	w := setup(t)
	id := uuid.NewString()
	cases := map[string]struct {
		method, path, body string
		header             []string
		status             int
		code               string
	}{
		"unknown address":    {"GET", "/api/v1/nothing", "", nil, 404, "NOT_FOUND"},
		"nothing to post to": {"POST", "/api/v1/nothing", "a=b", []string{"Content-Type", "text/plain"}, 404, "NOT_FOUND"},
		"slash in an id":     {"GET", "/api/v1/jobs/j1%2Fcancel", "", nil, 404, "JOB_NOT_FOUND"},
		"page posted to":     {"POST", "/gallery", "a=b", []string{"Content-Type", "text/plain"}, 405, "METHOD_NOT_ALLOWED"},
		"wrong method":       {"DELETE", "/api/v1/images", "", nil, 405, "METHOD_NOT_ALLOWED"},
		"unknown parameter":  {"GET", "/api/v1/images?page=2", "", nil, 400, "REQUEST_UNREADABLE"},
		"not JSON":           {"POST", "/api/v1/jobs", "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "MEDIA_TYPE_UNSUPPORTED"},
		"too large":          {"POST", "/api/v1/jobs", `{"meme":{"action":"` + strings.Repeat("x", maxBody) + `"}}`, []string{"Idempotency-Key", id}, 413, "BODY_TOO_LARGE"},
		"cut off":            {"POST", "/api/v1/jobs", `{"meme":`, []string{"Idempotency-Key", id}, 400, "REQUEST_UNREADABLE"},
		"key is no UUID":     {"POST", "/api/v1/jobs", meme, []string{"Idempotency-Key", "1"}, 400, "IDEMPOTENCY_KEY_INVALID"},
		"from another site":  {"POST", "/api/v1/jobs", meme, []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, "CROSS_SITE"},
		"no such job stream": {"GET", "/api/v1/jobs/j2/events", "", nil, 404, "JOB_NOT_FOUND"},
		"no such video":      {"GET", "/api/v1/videos/v2/events", "", nil, 404, "VIDEO_NOT_FOUND"},
		"no such file":       {"GET", "/assets/gone.js", "", nil, 404, "NOT_FOUND"},
		"unknown vitals":     {"POST", "/api/v1/telemetry/vitals", `[{"name":"FID","value":1,"page":"/"}]`, nil, 400, "VITALS_INVALID"},
		"vitals of no page":  {"POST", "/api/v1/telemetry/vitals", `[{"name":"LCP","value":1,"page":"/admin"}]`, nil, 400, "VITALS_INVALID"},
		"spans of nonsense":  {"POST", "/api/v1/telemetry/spans", `[{"traceId":"x"}]`, nil, 400, "SPANS_INVALID"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			resp, body := w.do(t, c.method, c.path, c.body, c.header...)
			var p fault.Problem
			if err := json.Unmarshal([]byte(body), &p); err != nil {
				t.Fatalf("%s: %s", resp.Status, body)
			}
			if resp.StatusCode != c.status || p.Status != c.status || p.Code != c.code || p.Detail == "" ||
				resp.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %+v", resp.Status, p)
			}
			if (resp.Header.Get("Allow") == "") != (c.status != 405) {
				t.Errorf("%s allows %q", resp.Status, resp.Header.Get("Allow"))
			}
		})
	}
}

func TestAServiceThatIsDownCostsItsOwnRoutes(t *testing.T) {
	w := setup(t)
	w.house.broken = fault.Unavailable
	resp, body := w.do(t, "GET", "/api/v1/images", "")
	if resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" || !strings.Contains(body, "UNAVAILABLE") {
		t.Errorf("%s %s", resp.Status, body)
	}
	if resp, _ := w.do(t, "GET", "/config.json", ""); resp.StatusCode != 200 {
		t.Errorf("config: %s", resp.Status)
	}
}

func TestAPreviewIsBytes(t *testing.T) {
	w := setup(t)
	resp, body := w.do(t, "POST", "/api/v1/artworks/a1/preview", `{"overlays":[]}`)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/png" || body != "a picture" || resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s %v %s", resp.Status, resp.Header, body)
	}
	if resp, body := w.do(t, "POST", "/api/v1/artworks/a1/preview", `{"overlays":{}}`); resp.StatusCode != 400 || resp.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %s", resp.Status, body)
	}
}

func TestJobsAreAcceptedAndWatched(t *testing.T) {
	w := setup(t)
	resp, body := w.do(t, "POST", "/api/v1/jobs", meme, "Idempotency-Key", uuid.NewString())
	if resp.StatusCode != 202 || !strings.Contains(body, `"JOB_STATE_QUEUED"`) {
		t.Fatalf("%s %s", resp.Status, body)
	}
	stream := func(header ...string) (ids []string) {
		resp, body := w.do(t, "GET", "/api/v1/jobs/j1/events", "", header...)
		if resp.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%v", resp.Header)
		}
		for s := bufio.NewScanner(strings.NewReader(body)); s.Scan(); {
			if id, ok := strings.CutPrefix(s.Text(), "id: "); ok {
				ids = append(ids, id)
			}
		}
		return ids
	}
	if got := fmt.Sprint(stream()); got != "[1 2 3]" {
		t.Errorf("events %s", got)
	}
	if got := fmt.Sprint(stream("Last-Event-ID", "2")); got != "[3]" {
		t.Errorf("events after 2: %s", got)
	}
	for _, odd := range []string{"4294967295", "-1", "99999999999999999999", "x"} {
		if got := fmt.Sprint(stream("Last-Event-ID", odd)); got != "[1 2 3]" {
			t.Errorf("events after %s: %s", odd, got)
		}
	}
}

func TestVideosAreAcceptedAndWatched(t *testing.T) {
	w := setup(t)
	resp, body := w.do(t, "POST", "/api/v1/videos", `{"speechId":"s1","category":"subway","pfp":"pfp1"}`, "Idempotency-Key", uuid.NewString())
	if resp.StatusCode != 202 || !strings.Contains(body, `"VIDEO_STATE_QUEUED"`) || w.house.visitor() == "" {
		t.Fatalf("%s %s", resp.Status, body)
	}
	_, body = w.do(t, "GET", "/api/v1/videos/v1/events", "", "Last-Event-ID", "1")
	var got []string
	for s := bufio.NewScanner(strings.NewReader(body)); s.Scan(); {
		if !strings.HasPrefix(s.Text(), "data: ") && s.Text() != "" {
			got = append(got, s.Text())
		}
	}
	if fmt.Sprint(got) != "[id: 2 event: video id: 3 event: video]" || !strings.Contains(body, `"percent":90`) {
		t.Errorf("events %v: %s", got, body)
	}
	before := w.house.calls()
	for range 2 { // the second is the cache's
		if resp, body := w.do(t, "GET", "/api/v1/shared-videos/v1", ""); resp.StatusCode != 200 || !strings.Contains(body, `"BicTok Video"`) {
			t.Errorf("%s %s", resp.Status, body)
		}
	}
	if n := w.house.calls() - before; n != 1 {
		t.Errorf("the service was asked %d times for what is shared", n)
	}
}

func TestWallsAreSharedAndNominationsAreSomebodys(t *testing.T) {
	w := setup(t)
	const address = "/api/v1/wall/entries?wall=WALL_SHAME"
	for range 2 { // the second is the cache's
		resp, body := w.do(t, "GET", address, "")
		if resp.StatusCode != 200 || !strings.Contains(body, `"@WALL_SHAME"`) || resp.Header.Get("Cache-Control") != "public, max-age=1" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	}
	if n := w.house.calls(); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
	key := uuid.NewString()
	resp, body := w.do(t, "POST", "/api/v1/wall/nominations", `{"wall":"WALL_FLAME","xHandle":"@wick","reason":"Burns"}`, "Idempotency-Key", key)
	if resp.StatusCode != 201 || body != "{}" || w.house.last("mcwick-idempotency-key") != key || w.house.visitor() == "" {
		t.Errorf("%s %s by %q", resp.Status, body, w.house.visitor())
	}
}

func TestAnybodyMayReportAPicture(t *testing.T) {
	w := setup(t)
	w.gateway.limits.Complaints.Device = limit.Rate{Every: time.Hour, Burst: 2}
	server := httptest.NewServer(w.gateway.routes())
	defer server.Close()
	w.url = server.URL
	w.do(t, "GET", "/api/v1/sessions/current", "") // a device, and nobody who logged in
	for i, want := range []int{202, 202, 429} {
		resp, body := w.do(t, "POST", "/api/v1/publications/p1/reports", `{"reason":"REPORT_REASON_PERSON","note":"that's me"}`)
		if resp.StatusCode != want || want == 202 && (body != "{}" || w.house.visitor() == "") {
			t.Errorf("report %d: %s %s by %q", i, resp.Status, body, w.house.visitor())
		}
	}
	if n := w.house.calls(); n != 2 {
		t.Errorf("%d calls went through", n)
	}
}

func TestAvatarsAreSharedAndComplaintsAreSomebodys(t *testing.T) {
	w := setup(t)
	for range 2 { // the second is the cache's
		resp, body := w.do(t, "GET", "/api/v1/wall/entries/e1/avatar", "")
		if resp.StatusCode != 200 || body != "face of e1" || resp.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	}
	if n := w.house.calls(); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
	resp, body := w.do(t, "POST", "/api/v1/wall/entries/e1/reports", `{"reason":"ENTRY_REPORT_REASON_SPAM"}`)
	if resp.StatusCode != 202 || body != "{}" || w.house.visitor() == "" {
		t.Errorf("%s %s by %q", resp.Status, body, w.house.visitor())
	}
}

func TestClosedWallsAnswerNobody(t *testing.T) {
	w := setup(t)
	calls := []struct{ method, path, body string }{
		{"GET", "/api/v1/wall/entries", ""},
		{"GET", "/api/v1/wall/entries/e1/avatar", ""},
		{"POST", "/api/v1/wall/entries/e1/reports", `{"reason":"ENTRY_REPORT_REASON_SPAM"}`},
		{"POST", "/api/v1/wall/nominations", `{"wall":"WALL_FLAME","xHandle":"@wick","reason":"Burns"}`},
	}
	ask := func(want func(status int, body string) bool) {
		t.Helper()
		for _, c := range calls {
			resp, body := w.do(t, c.method, c.path, c.body, "Idempotency-Key", uuid.NewString())
			if !want(resp.StatusCode, body) {
				t.Errorf("%s: %s %s", c.path, resp.Status, body)
			}
		}
	}
	set := func(flags string) {
		t.Helper()
		write(t, w.site, strings.Replace(siteText("McWick"), `"flags":{}`, `"flags":`+flags, 1))
		if err := w.gateway.site.load(); err != nil {
			t.Fatal(err)
		}
	}
	ask(func(status int, _ string) bool { return status < 300 }) // a file from before the flag; the list is in the cache now
	before := w.house.calls()
	set(`{"wall":false}`)
	ask(func(status int, body string) bool { return status == 403 && strings.Contains(body, "WALL_CLOSED") })
	if n := w.house.calls() - before; n != 0 {
		t.Errorf("the service was asked %d times", n)
	}
	if resp, body := w.do(t, "POST", "/api/v1/takedowns", `{"place":"there","reason":"me"}`); strings.Contains(body, "WALL_CLOSED") {
		t.Errorf("whoever wants something taken down is refused: %s", resp.Status)
	}
	if resp, _ := w.do(t, "GET", "/wall", ""); resp.StatusCode != 200 || resp.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("the page: %s %v", resp.Status, resp.Header)
	}
	set(`{"wall":true}`)
	ask(func(status int, _ string) bool { return status < 300 })
}

func TestSiteSettingsFollowTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/")
	if err != nil {
		t.Fatal(err)
	}
	get := func() string {
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest("GET", "/config.json", nil))
		return r.Body.String()
	}
	write(t, path, siteText("McWack"))
	if err := s.load(); err != nil || !strings.Contains(get(), "McWack") {
		t.Fatalf("%v, %s", err, get())
	}
	if !strings.Contains(get(), `"airdropDate":"2025 Q1"`) {
		t.Errorf("a file from before the setting lacks it: %s", get())
	}
	for _, broken := range []string{"{", `{"brand":{}}`, `{"unknown":1}`} {
		write(t, path, broken)
		if err := s.load(); err == nil || !strings.Contains(get(), "McWack") {
			t.Errorf("after %q: %v, %s", broken, err, get())
		}
	}
}
