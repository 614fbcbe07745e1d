package main

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/config"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/testkit"
)

// like asks for a like and answers with the status.
func (w *environment) like(t *testing.T) int {
	t.Helper()
	resp, _ := w.do(t, "PUT", "/api/v1/images/x/like", "")
	return resp.StatusCode
}

func TestRateLimitedRequestHasRetryAfter(t *testing.T) {
	w := newEnvironment(t)
	w.do(t, "GET", "/api/v1/sessions/current", "")
	for range 3 {
		if resp, body := w.do(t, "PUT", "/api/v1/images/x/like", ""); resp.StatusCode != 200 || body != `{"likes":7}` {
			t.Fatalf("%s %s", resp.Status, body)
		}
	}
	resp, body := w.do(t, "PUT", "/api/v1/images/x/like", "")
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" || !strings.Contains(body, "RATE_LIMITED") {
		t.Errorf("%s %v %s", resp.Status, resp.Header, body)
	}
	t.Run("and costs no other visitor of the address anything", func(t *testing.T) {
		w.client = browser()
		w.do(t, "GET", "/api/v1/sessions/current", "")
		if status := w.like(t); status != 200 {
			t.Errorf("status %d", status)
		}
	})
}

// Every bucket of a visitor is counted by one node of a cluster, whichever that is; anything else
// would be an error there.
// Verifies LIMIT-17.
func TestRateLimitsOnRedisCluster(t *testing.T) {
	w := newEnvironment(t)
	nodes := testkit.RedisCluster(t)
	l, err := openLimiter(testkit.RedisClusterURL(nodes), limit.TLS{}, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Client.Close()
	rate := limit.Rate{Every: time.Hour, Burst: 2}
	w.setLimits(t, limits.Config{limits.Writes: {Device: rate, Address: rate, Subnet: rate}})
	w.gateway.guard = limit.NewGuard(testkit.DiscardLog(), l, limit.NewReplicas("", 1))
	edge := w.gateway.routes()
	device := httptest.NewRecorder()
	w.gateway.devices.set(device, newDevice())
	for network := range 40 {
		for n, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
			r := httptest.NewRequestWithContext(t.Context(), "PUT", "/api/v1/images/x/like", nil)
			r.RemoteAddr = fmt.Sprintf("198.%d.%d.7:1", 17*network%256, 71*network%256)
			r.AddCookie(device.Result().Cookies()[0])
			answer := httptest.NewRecorder()
			if edge.ServeHTTP(answer, r); answer.Code != want {
				t.Errorf("request %d from network %d: %d, want %d", n, network, answer.Code, want)
			}
		}
	}
	for _, n := range nodes {
		if keys, err := n.DBSize(t.Context()).Result(); err != nil || keys == 0 || keys%3 != 0 {
			t.Errorf("%s has %d keys, %v: want three for each network, and some networks", n.Addr, keys, err)
		}
	}
}

func TestJobKindsHaveSeparateRateLimits(t *testing.T) {
	w := newEnvironment(t)
	hourly := func(burst int) limits.Scopes {
		return limits.Scopes{Device: limit.Rate{Every: time.Hour, Burst: burst}}
	}
	w.setLimits(t, limits.Config{limits.Jobs: hourly(1), limits.Scripts: hourly(2), limits.Speeches: hourly(3)})
	w.do(t, "GET", "/api/v1/sessions/current", "") // a device
	taken := func(body string) (n int) {
		for range 5 {
			if resp, _ := w.do(t, "POST", "/api/v1/jobs", body, "Idempotency-Key",
				uuid.NewString()); resp.StatusCode != 429 {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		body string
		want int
	}{
		{`{"script":{"text":"a haunted house","genre":"GENRE_HORROR"}}`, 2},
		{`{"speech":{"text":"Boo."}}`, 3},
		{`{"meme":{"action":"waving","scene":"a street","style":"Anime"}}`, 1},
		{`{"script":{},"meme":{}}`, 0}, // counts as a picture, which are used up
		{`nonsense`, 0},
	} {
		if got := taken(c.body); got != c.want {
			t.Errorf("%s: %d went through, want %d", c.body, got, c.want)
		}
	}
}

func TestRequestsWithoutCookieAreLimitedByAddress(t *testing.T) {
	w := newEnvironment(t)
	edge := w.gateway.routes()
	like := func(address string) int {
		r := httptest.NewRequestWithContext(t.Context(), "PUT", "/api/v1/images/x/like", nil)
		r.RemoteAddr = address
		answer := httptest.NewRecorder()
		edge.ServeHTTP(answer, r)
		return answer.Code
	}
	network := fmt.Sprintf("2001:db8:%x", rand.Text()[:2]) // of this run alone
	one, neighbour, other := "["+network+":1::1]:1", "["+network+":1::2]:2", "["+network+":2::1]:1"
	for i := range w.gateway.limits.get()[limits.Writes].Address.Burst {
		if status := like(one); status != 200 {
			t.Fatalf("like %d: status %d", i, status)
		}
	}
	if like(one) != 429 || like(neighbour) != 429 || like(other) != 200 {
		t.Error("not the address decides")
	}

	limiter, err := limit.Open(testkit.Redis(t), limit.TLS{}, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer limiter.Client.Close()
	of := "limit:{" + w.gateway.devices.subnetOf(one) + "}:PUT /api/v1/images/{id}/like:" + w.services.visitor()
	if keys, err := limiter.Client.Keys(t.Context(), of+":*").Result(); len(keys) != 0 || err != nil {
		t.Errorf("a device without a cookie is counted: %q, %v", keys, err)
	}
}

// Verifies LIMIT-38.
func TestLimitsKeepNoAddressInRedis(t *testing.T) {
	w := newPaidEnvironment(t)
	w.gateway.difficulty.current.Store(1)
	c := w.newDeviceClient(newNetwork(), newDevice())
	c.do(t, "PUT", "/api/v1/images/x/like", "")
	c.order(t, "")
	c.order(t, c.solveChallenge(t, "picture"))

	address, err := redis.ParseURL(testkit.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(address)
	defer client.Close()
	network := strings.TrimSuffix(laneNetwork(c.address), "::/40") // which is in the subnet and in the address, too
	hash, hashed := w.gateway.devices.subnetOf(c.address), 0
	keys := client.Scan(t.Context(), 0, "limit:*", 1000).Iterator()
	for keys.Next(t.Context()) {
		if strings.Contains(keys.Val(), network) {
			t.Errorf("Redis has the address in %q", keys.Val())
		}
		if strings.HasPrefix(keys.Val(), "limit:{"+hash+"}:") {
			hashed++
		}
	}
	if hashed == 0 || keys.Err() != nil {
		t.Errorf("%d keys of the network: %v", hashed, keys.Err())
	}
}

func TestEveryScopeAppliesAndReportsRemaining(t *testing.T) {
	tight := limit.Rate{Every: time.Hour, Burst: 2}
	loose := limit.Rate{Every: time.Second, Burst: 1000}
	for name, s := range map[string]limits.Scopes{
		"device":  {Device: tight, Address: loose},
		"address": {Device: loose, Address: tight},
		"subnet":  {Device: loose, Subnet: tight},
	} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			w.setLimits(t, limits.Config{limits.Reads: s})
			path := "/" + testkit.UniqueName("route") // of this test alone, so that its buckets are too
			mux := http.NewServeMux()
			mux.Handle("GET "+path, w.gateway.rateLimit(limits.Reads,
				http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
			edge := w.gateway.withEdge(mux, alwaysTraced)
			device := httptest.NewRecorder()
			w.gateway.devices.set(device, newDevice())
			var last *httptest.ResponseRecorder
			for i := range 3 {
				r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
				r.AddCookie(device.Result().Cookies()[0])
				last = httptest.NewRecorder()
				edge.ServeHTTP(last, r)
				h := last.Header()
				if want := fmt.Sprintf(`"route";r=%d;`, max(1-i, 0)); !strings.HasPrefix(h.Get("RateLimit"), want) ||
					h.Get("RateLimit-Policy") != rateLimitPolicy(narrowestRate(s)) {
					t.Errorf("request %d: %s of %s", i, h.Get("RateLimit"), h.Get("RateLimit-Policy"))
				}
			}
			if last.Code != 429 || last.Header().Get("Retry-After") == "" {
				t.Errorf("%d %v", last.Code, last.Header())
			}
		})
	}
}

// What others send, valid or not, costs a visitor nothing: no bucket is everybody's.
// Verifies LIMIT-19.
func TestNoRateLimitIsGlobal(t *testing.T) {
	w := newEnvironment(t)
	production, err := limits.Read("")
	if err != nil {
		t.Fatal(err)
	}
	w.setLimits(t, production)
	for kind := range production {
		path := "/" + testkit.UniqueName(string(kind)) // of this test alone, so that its buckets are too
		mux := http.NewServeMux()
		mux.Handle("GET "+path, w.gateway.rateLimit(kind,
			http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
		edge := w.gateway.withEdge(mux, alwaysTraced)
		for network := range 100 {
			r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
			r.RemoteAddr = fmt.Sprintf("198.18.%d.7:1", network)
			answer := httptest.NewRecorder()
			if edge.ServeHTTP(answer, r); answer.Code != 200 {
				t.Errorf("%s: visitor %d gets %d", kind, network, answer.Code)
				break
			}
		}
	}
}

func TestRateLimitedRequestsDoNotResolveSessions(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Reads: {Address: limit.Rate{Every: time.Hour, Burst: 1}}})
	edge := w.gateway.routes()
	address := fmt.Sprintf("[2001:db8:%x:4::1]:1", rand.Text()[:2]) // of this run alone
	get := func() int {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/likes?ids=x", nil)
		r.RemoteAddr = address
		r.AddCookie(&http.Cookie{Name: w.gateway.sessions.cookie, Value: newToken()})
		answer := httptest.NewRecorder()
		edge.ServeHTTP(answer, r)
		return answer.Code
	}
	if first, second := get(), get(); first != 200 || second != 429 || w.services.lookUps != 1 {
		t.Errorf("%d, then %d, after %d look-ups", first, second, w.services.lookUps)
	}
}

func TestMediaIsRateLimited(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Media: {Address: limit.Rate{Every: time.Hour, Burst: 1}}})
	edge := w.gateway.routes()
	address := fmt.Sprintf("[2001:db8:%x:3::1]:1", rand.Text()[:2]) // of this run alone
	get := func() int {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/media/memes/x.png", nil)
		r.RemoteAddr = address
		answer := httptest.NewRecorder()
		edge.ServeHTTP(answer, r)
		return answer.Code
	}
	if first, second := get(), get(); first != 200 || second != 429 {
		t.Errorf("%d, then %d", first, second)
	}
}

// narrowestRate is the first bucket that a request of a known device is counted in.
func narrowestRate(s limits.Scopes) limit.Rate {
	if s.Device != (limit.Rate{}) {
		return s.Device
	}
	return s.Address
}

func TestRateLimitPolicyHeader(t *testing.T) {
	for want, r := range map[string]limit.Rate{
		`"route";q=60;w=60`:   {Every: time.Second, Burst: 60},
		`"route";q=200;w=10`:  {Every: 50 * time.Millisecond, Burst: 200},
		`"route";q=1;w=1`:     {Every: time.Millisecond, Burst: 1},
		`"route";q=3;w=1800`:  {Every: 10 * time.Minute, Burst: 3},
		`"route";q=120;w=120`: {Every: time.Second, Burst: 120},
	} {
		if got := rateLimitPolicy(r); got != want {
			t.Errorf("%+v: %s, want %s", r, got, want)
		}
	}
}

func TestAddressPrefixes(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1":          "192.0.2.7/32",
		"[::ffff:192.0.2.7]:1": "192.0.2.7/32",
		"[2001:db8::1:2:3]:1":  "2001:db8::/64",
	} {
		if got := addressPrefix(remote); got != want {
			t.Errorf("%s: got %s, want %s", remote, got, want)
		}
	}
}

// Verifies LIMIT-19.
func TestLanesAreNetworks(t *testing.T) {
	d := mustDevices(t, configuration{DeviceKey: config.Secret(strings.Repeat("k", 32))})
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"192.0.2.7:1", "192.0.2.250:2", true},
		{"192.0.2.7:1", "192.0.3.7:1", false},
		{"192.0.2.7:1", "[::ffff:192.0.2.8]:1", true},
		{"[2001:db8:1:2::3]:1", "[2001:db8:ff:9::1]:2", true}, // two customers of one provider
		{"[2001:db8:1::1]:1", "[2001:db8:101::1]:1", false},
	} {
		if same := d.laneOf(c.one) == d.laneOf(c.other); same != c.same {
			t.Errorf("%s and %s have the same lane: %t", c.one, c.other, same)
		}
	}
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"192.0.2.7:1", "[::ffff:192.0.2.7]:2", true},
		{"192.0.2.7:1", "192.0.2.8:1", false},
		{"[2001:db8:1:2::3]:1", "[2001:db8:1:ff::1]:2", true},
		{"[2001:db8:1::1]:1", "[2001:db8:2::1]:1", false},
	} {
		if same := d.subscriberOf(c.one) == d.subscriberOf(c.other); same != c.same {
			t.Errorf("%s and %s are one subscriber: %t", c.one, c.other, same)
		}
	}
}

// Verifies LIMIT-23.
func TestLongPollsCountAsStreams(t *testing.T) {
	w := newEnvironment(t)
	release := w.services.holdWaits()
	w.do(t, "GET", "/api/v1/sessions/current", "")
	get := func(method, path string) (int, error) {
		r, err := http.NewRequestWithContext(t.Context(), method, w.url+path, nil)
		if err != nil {
			return 0, err
		}
		resp, err := w.client.Do(r)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	var polls sync.WaitGroup
	for n := range streamsPerDevice {
		polls.Go(func() {
			if status, err := get([]string{"GET", "HEAD"}[n%2], "/api/v1/jobs/j1?wait=20s"); status != 200 {
				t.Errorf("a poll: %d, %v", status, err)
			}
		})
	}
	testkit.Eventually(t, "all of them wait", func() bool {
		w.gateway.streams.mu.Lock()
		defer w.gateway.streams.mu.Unlock()
		return w.gateway.streams.open["all"] == streamsPerDevice
	})
	for path, want := range map[string]int{"/api/v1/jobs/j1?wait=20s": 429, "/api/v1/jobs/j1?%77ait=20s": 429,
		"/api/v1/videos/v1?wait=20s": 429, "/api/v1/jobs/j1/events": 429, "/api/v1/jobs/j1": 200} {
		if status, err := get("GET", path); status != want {
			t.Errorf("%s: %d, %v", path, status, err)
		}
	}
	close(release)
	polls.Wait()
	w.gateway.streams.mu.Lock()
	defer w.gateway.streams.mu.Unlock()
	if len(w.gateway.streams.open) != 0 {
		t.Errorf("%v are still counted", w.gateway.streams.open)
	}
}

func TestStreamsPerDeviceAreLimited(t *testing.T) {
	w := newEnvironment(t)
	release := w.services.holdWaits()
	w.do(t, "GET", "/api/v1/sessions/current", "")
	open := func() *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/api/v1/jobs/j1/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := w.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	for range streamsPerDevice {
		if resp := open(); resp.StatusCode != 200 {
			t.Fatal(resp.Status)
		}
	}
	if resp := open(); resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("one too many: %s %v", resp.Status, resp.Header)
	}
	w.client = browser()
	w.do(t, "GET", "/api/v1/sessions/current", "")
	if resp := open(); resp.StatusCode != 200 {
		t.Errorf("another device: %s", resp.Status)
	}
	w.gateway.streams.mu.Lock()
	w.gateway.streams.open["all"] += streamsInAll
	w.gateway.streams.mu.Unlock()
	w.client = browser()
	if resp := open(); resp.StatusCode != 429 {
		t.Errorf("with too many of others: %s", resp.Status)
	}
	w.gateway.streams.mu.Lock()
	w.gateway.streams.open["all"] -= streamsInAll
	w.gateway.streams.mu.Unlock()
	close(release)
	testkit.Eventually(t, "every stream is given back", func() bool {
		w.gateway.streams.mu.Lock()
		defer w.gateway.streams.mu.Unlock()
		return len(w.gateway.streams.open) == 0
	})
}
