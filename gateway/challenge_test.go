package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcwick.example/gateway/altcha"
	"mcwick.example/gateway/altcha/altchatest"
)

// codeOf is the code of a problem document, empty for another answer.
func codeOf(t testing.TB, answer *httptest.ResponseRecorder) string {
	t.Helper()
	var problem struct{ Code string }
	if answer.Header().Get("Content-Type") == problemType {
		if err := json.Unmarshal(answer.Body.Bytes(), &problem); err != nil {
			t.Error(err)
		}
	}
	return problem.Code
}

// challenge asks for a challenge, and returns nil when there is nothing to solve.
func (c *deviceClient) challenge(t testing.TB, purpose string) *altcha.Challenge {
	t.Helper()
	answer := c.do(t, "GET", "/api/v1/challenge?for="+purpose, "")
	if got := answer.Header().Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("Cache-Control is %q", got)
	}
	switch answer.Code {
	case http.StatusNoContent:
		return nil
	case http.StatusOK:
		var challenge altcha.Challenge
		if err := json.Unmarshal(answer.Body.Bytes(), &challenge); err != nil {
			t.Fatal(err)
		}
		return &challenge
	default:
		t.Fatalf("%d %s", answer.Code, answer.Body)
		return nil
	}
}

// solveChallenge returns the solution of a challenge that must be given.
func (c *deviceClient) solveChallenge(t testing.TB, purpose string) string {
	t.Helper()
	challenge := c.challenge(t, purpose)
	if challenge == nil {
		t.Fatal("there is nothing to solve")
	}
	return altchatest.Solve(t, challenge)
}

// Verifies CHAL-6.
func TestDifficultyFollowsPressureAndLane(t *testing.T) {
	settled, s := settledDevice()
	for name, c := range map[string]struct {
		pressure    int32
		settled     bool
		laneSolved  int // challenges that the lane has solved lately
		addressUsed bool
		want        int
	}{
		"calm":                              {0, false, 0, false, 0},
		"calm, a busy lane":                 {0, false, 100, false, 0},
		"calm, its address has had enough":  {0, false, 0, true, 1},
		"the same, settled":                 {0, true, 0, true, 0},
		"the same, of a busy lane":          {0, false, 60, true, 2},
		"the same, of a lane that floods":   {0, false, 100, true, 3},
		"some pressure":                     {1, false, 0, false, 1},
		"some pressure, settled":            {1, true, 0, false, 0},
		"much pressure":                     {3, false, 0, false, 3},
		"much pressure, settled":            {3, true, 0, false, 2},
		"much pressure, a lane that floods": {3, false, 100, false, maxLevel},
	} {
		t.Run(name, func(t *testing.T) {
			w := newPaidEnvironment(t)
			network := newNetwork()
			client := w.newDeviceClient(network, newDevice())
			if c.settled {
				client = w.newDeviceClient(network, settled)
				client.setStanding(w.gateway.devices, settled, s)
			}
			if c.addressUsed {
				w.newDeviceClient(network, newDevice()).order(t, "")
			}
			lane := w.gateway.devices.laneOf(client.address)
			for range c.laneSolved {
				w.gateway.guard.Allow(t.Context(), lane, false, laneSolutions)
			}
			w.gateway.difficulty.current.Store(c.pressure)
			level := 0
			if challenge := client.challenge(t, "picture"); challenge != nil {
				level = challenge.Parameters.Data.Level
			}
			if level != c.want {
				t.Errorf("level %d, want %d", level, c.want)
			}
		})
	}
}

// A lane that has used up its solutions solves harder challenges, also those that were fetched before.
// Verifies CHAL-5.
func TestEasySolutionsOfAFloodingLaneAreNotAccepted(t *testing.T) {
	w := newPaidEnvironment(t)
	w.gateway.difficulty.current.Store(1)
	c := w.newDeviceClient(newNetwork(), newDevice())
	easy := c.solveChallenge(t, "picture")
	before := laneSolutions.Rate.Every
	laneSolutions.Rate.Every = time.Hour // none comes back meanwhile
	t.Cleanup(func() { laneSolutions.Rate.Every = before })
	for range laneSolutions.Rate.Burst {
		w.gateway.guard.Allow(t.Context(), w.gateway.devices.laneOf(c.address), false, laneSolutions)
	}
	if status, code := c.order(t, easy); code != "CHALLENGE_REQUIRED" {
		t.Errorf("an easy one: %d %s", status, code)
	}
	w.gateway.difficulty.current.Store(0)
	if status, code := c.order(t, easy); status != http.StatusAccepted {
		t.Errorf("an easy one when nothing is scarce: %d %s", status, code)
	}
	w.gateway.difficulty.current.Store(1)
	if status, code := c.order(t, c.solveChallenge(t, "picture")); status != http.StatusAccepted ||
		w.services.lastValue("mcwick-standing") == "" {
		t.Errorf("a hard one: %d %s", status, code)
	}
}

// Verifies CHAL-6.
func TestGuessesDoubleWithTheLevel(t *testing.T) {
	for level := 1; level <= maxLevel; level++ {
		bound := uint32(mostGuesses << (level - 1))
		fewest, most := bound, uint32(0)
		for range 1000 {
			n := guessesOf(level)
			if n < 1 || n > bound {
				t.Fatalf("level %d: %d guesses", level, n)
			}
			fewest, most = min(fewest, n), max(most, n)
		}
		if fewest > bound/10 || most < bound-bound/10 {
			t.Errorf("level %d: %d to %d guesses of 1000 tries", level, fewest, most)
		}
	}
}

// What is worth nothing is worth as much as no solution: the call is served as its address.
// Verifies CHAL-5.
func TestWorthlessSolutionsAreServedAsTheAddress(t *testing.T) {
	w := newPaidEnvironment(t)
	w.gateway.difficulty.current.Store(1)
	create := func(s altcha.Signer, lane string, expires time.Time) string {
		challenge, err := s.Create(1, 1, expires, altcha.Data{Lane: lane, Level: 1, Purpose: "picture"})
		if err != nil {
			t.Fatal(err)
		}
		return altchatest.Solve(t, challenge)
	}
	ours := w.gateway.challenges.signer
	for outcome, solutionFor := range map[string]func(c *deviceClient, lane string) string{
		"invalid, of another maker": func(_ *deviceClient, lane string) string {
			return create(altcha.Signer{Key: []byte("k"), AnswerKey: ours.AnswerKey}, lane, time.Now().Add(time.Hour))
		},
		"invalid, no solution": func(*deviceClient, string) string { return strings.Repeat("A", 5000) },
		"expired": func(_ *deviceClient, lane string) string {
			return create(ours, lane, time.Now().Add(-time.Minute))
		},
		"mismatch of the lane": func(*deviceClient, string) string {
			return w.newDeviceClient(newNetwork(), newDevice()).solveChallenge(t, "picture")
		},
		"mismatch of the purpose": func(c *deviceClient, _ string) string { return c.solveChallenge(t, "script") },
		"used": func(c *deviceClient, _ string) string {
			solution := c.solveChallenge(t, "picture")
			c.order(t, solution)
			return solution
		},
	} {
		t.Run(outcome, func(t *testing.T) {
			c := w.newDeviceClient(newNetwork(), newDevice())
			solution := solutionFor(c, w.gateway.devices.laneOf(c.address))
			status, code := c.order(t, solution)
			if got := w.services.lastValue("mcwick-standing"); status != http.StatusAccepted || got != "" ||
				w.services.lastValue("mcwick-flow") == w.services.visitor() {
				t.Errorf("%d %s with the standing %q", status, code, got)
			}
			want, _, _ := strings.Cut(outcome, " ")
			want = strings.TrimSuffix(want, ",")
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r = r.WithContext(context.WithValue(t.Context(), requestClientKey{}, requestClient{address: c.address}))
			if _, got := w.gateway.redeem(r, "picture", solution); got != want {
				t.Errorf("it is %s", got)
			}
		})
	}
}

// Verifies CHAL-6.
func TestChallengeNeedsAKnownPurpose(t *testing.T) {
	w := newPaidEnvironment(t)
	c := w.newDeviceClient(newNetwork(), newDevice())
	for _, query := range []string{"", "?for=", "?for=money", "?for=picture&for=video", "?for=picture;x",
		"?for=picture&x", "?for=picture&a;b"} {
		if answer := c.do(t, "GET", "/api/v1/challenge"+query, ""); answer.Code != http.StatusBadRequest ||
			codeOf(t, answer) != "REQUEST_UNREADABLE" {
			t.Errorf("%q: %d %s", query, answer.Code, answer.Body)
		}
	}
	w.gateway.difficulty.current.Store(3)
	if w.newDeviceClient(newNetwork(), nil).challenge(t, "picture") != nil {
		t.Error("a client without a device gets a challenge whose solution it could not use")
	}
}

// BenchmarkServeChallenge is what a challenge costs in all, beside the answer that there is none.
func BenchmarkServeChallenge(b *testing.B) {
	w := newEnvironment(b)
	c := w.newDeviceClient(newNetwork(), newDevice())
	r := httptest.NewRequest(http.MethodGet, "/api/v1/challenge?for=picture", nil)
	for name, value := range c.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	h := w.gateway.withRequestClient(http.HandlerFunc(w.gateway.serveChallenge))
	for name, level := range map[string]int32{"none": 0, "level 1": 1} {
		b.Run(name, func(b *testing.B) {
			w.gateway.difficulty.current.Store(level)
			for b.Loop() {
				h.ServeHTTP(httptest.NewRecorder(), r.Clone(b.Context()))
			}
		})
	}
}
