package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/rpc"
)

// hourly is a rate of so many an hour at once.
func hourly(burst int) limit.Rate { return limit.Rate{Every: time.Hour, Burst: burst} }

// order asks for a picture, with the solution of a challenge unless that is empty.
func (c *deviceClient) order(t testing.TB, solution string) (status int, code string) {
	t.Helper()
	header := []string{"Idempotency-Key", uuid.NewString()}
	if solution != "" {
		header = append(header, solutionHeader, solution)
	}
	answer := c.do(t, "POST", "/api/v1/jobs", meme, header...)
	return answer.Code, codeOf(t, answer)
}

// newPaidEnvironment has tight limits of pictures: for a device two, for its address one, for a
// network of devices that are trusted ten.
func newPaidEnvironment(t testing.TB) *environment {
	t.Helper()
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{
		limits.Jobs: {Device: hourly(2), Address: hourly(1), Subnet: hourly(100), Crowd: hourly(10), Scarce: true},
	})
	return w
}

// Verifies CHAL-4.
func TestSolutionsLetManyDevicesOfOneAddressPass(t *testing.T) {
	w := newPaidEnvironment(t)
	network := newNetwork()
	first := w.newDeviceClient(network, newDevice())
	if status, _ := first.order(t, ""); status != http.StatusAccepted {
		t.Fatal(status)
	}
	if got := w.services.lastValue("mcwick-flow"); got != w.services.visitor() {
		t.Errorf("while nothing is scarce a device takes its turns as %q", got)
	}
	for n := range 3 {
		c := w.newDeviceClient(network, newDevice())
		before := w.services.calls()
		if status, code := c.order(t, ""); status != http.StatusTooManyRequests || code != "CHALLENGE_REQUIRED" ||
			w.services.calls() != before {
			t.Fatalf("device %d without a solution: %d %s", n, status, code)
		}
		solution := c.solveChallenge(t, "picture")
		if status, code := c.order(t, solution); status != http.StatusAccepted {
			t.Errorf("device %d with a solution: %d %s", n, status, code)
		}
		if got := w.services.lastValue("mcwick-standing"); got != rpc.StandingSolved ||
			w.services.lastValue("mcwick-flow") != w.services.visitor() ||
			w.services.lastValue("mcwick-supernet") == "" || w.services.lastValue("mcwick-subscriber") == "" {
			t.Errorf("device %d has the standing %q", n, got)
		}
		if status, code := c.order(t, solution); status != http.StatusTooManyRequests || code != "CHALLENGE_REQUIRED" {
			t.Errorf("device %d with a solution that it used: %d %s", n, status, code)
		}
	}
	t.Run("until the device has had its own", func(t *testing.T) {
		c := w.newDeviceClient(network, newDevice())
		for range 2 {
			if status, code := c.order(t, c.solveChallenge(t, "picture")); status != http.StatusAccepted {
				t.Fatal(status, code)
			}
		}
		status, code := c.order(t, c.solveChallenge(t, "picture"))
		if status != http.StatusTooManyRequests || code != "RATE_LIMITED" {
			t.Errorf("%d %s", status, code)
		}
	})
	t.Run("and not without a cookie", func(t *testing.T) {
		c := w.newDeviceClient(network, newDevice())
		solution := c.solveChallenge(t, "picture")
		status, code := w.newDeviceClient(network, nil).order(t, solution)
		if status != http.StatusTooManyRequests || code != "RATE_LIMITED" {
			t.Errorf("%d %s", status, code)
		}
	})
}

// Under pressure a call that proves nothing takes its turn as its address: a thousand devices are
// one flow.
// Verifies CHAL-5.
func TestPressureDecidesWhoIsTrusted(t *testing.T) {
	settled, s := settledDevice()
	for name, c := range map[string]struct {
		level    int32
		settled  bool
		solves   bool
		standing string
		own      bool // it takes its turns as itself
	}{
		"calm, new":                         {0, false, false, "", true},
		"calm, settled":                     {0, true, false, rpc.StandingSettled, true},
		"some pressure, new":                {1, false, false, "", false},
		"some pressure, new, solved":        {1, false, true, rpc.StandingSolved, true},
		"some pressure, settled":            {1, true, false, rpc.StandingSettled, true},
		"more pressure, settled":            {2, true, false, "", false},
		"more pressure, settled and solved": {2, true, true, rpc.StandingSettled, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newPaidEnvironment(t)
			w.gateway.difficulty.current.Store(c.level)
			client := w.newDeviceClient(newNetwork(), newDevice())
			if c.settled {
				client = w.newDeviceClient(newNetwork(), settled)
				client.setStanding(w.gateway.devices, settled, s)
			}
			var solution string
			if c.solves {
				solution = client.solveChallenge(t, "picture")
			}
			if status, code := client.order(t, solution); status != http.StatusAccepted {
				t.Fatal(status, code)
			}
			flow := w.services.lastValue("mcwick-flow")
			if got := w.services.lastValue("mcwick-standing"); got != c.standing || flow == "" ||
				(flow == w.services.visitor()) != c.own {
				t.Errorf("standing %q, flow %q of visitor %q", got, flow, w.services.visitor())
			}
		})
	}
}

// Verifies LIMIT-28.
func TestOrdersThatComeToNothingAreRefunded(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		body   string
		others bool // whether another device of the address may still order
	}{
		"accepted":                     {nil, meme, false},
		"invalid":                      {nil, `{"meme":`, true},
		"refused as invalid":           {fault.Invalid("MEME_INVALID", fault.Field{Name: "meme", Message: "No."}), meme, true},
		"of a key that was used":       {fault.New(fault.KindConflict, "TAKEN", "No."), meme, false},
		"judged as indecent":           {fault.Invalid("TEXT_INDECENT", fault.Field{Name: "meme", Message: "No."}), meme, false},
		"no room for it":               {jobs.ErrQueueFull.WithRetryAfter(time.Minute), meme, true},
		"may have come to the service": {fault.ErrUnavailable, meme, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newPaidEnvironment(t)
			network := newNetwork()
			w.services.set(c.err)
			w.newDeviceClient(network, newDevice()).do(t, "POST", "/api/v1/jobs", c.body, "Idempotency-Key", uuid.NewString())
			w.services.set(nil)
			status, _ := w.newDeviceClient(network, newDevice()).order(t, "")
			if (status == http.StatusAccepted) != c.others {
				t.Errorf("another device of the address gets %d", status)
			}
		})
	}
	t.Run("a speech without room stays a debit of its address, and is none of its device", func(t *testing.T) {
		w := newPaidEnvironment(t)
		w.setLimits(t, limits.Config{limits.Speeches: {Device: hourly(1), Address: hourly(2)}})
		network := newNetwork()
		order := func(c *deviceClient) int {
			return c.do(t, "POST", "/api/v1/jobs", `{"speech":{"text":"Gm."}}`, "Idempotency-Key", uuid.NewString()).Code
		}
		w.services.set(jobs.ErrQueueFull.WithRetryAfter(time.Minute))
		refused := w.newDeviceClient(network, newDevice())
		first := order(refused)
		w.services.set(nil)
		again, other := order(refused), order(w.newDeviceClient(network, newDevice()))
		if first != http.StatusTooManyRequests || again != http.StatusAccepted || other != http.StatusTooManyRequests {
			t.Errorf("%d, then %d, and another device %d", first, again, other)
		}
	})
	t.Run("an invalid one without a device stays a debit of its address", func(t *testing.T) {
		w := newPaidEnvironment(t)
		c := w.newDeviceClient(newNetwork(), nil)
		for n, want := range []int{400, 429} {
			if got := c.do(t, "POST", "/api/v1/jobs", `{"meme":`, "Idempotency-Key", uuid.NewString()).Code; got != want {
				t.Errorf("order %d: %d", n, got)
			}
		}
	})
	t.Run("an invalid one stays a debit of its device", func(t *testing.T) {
		w := newPaidEnvironment(t)
		c := w.newDeviceClient(newNetwork(), newDevice())
		for n, want := range []int{400, 400, 429} {
			if got := c.do(t, "POST", "/api/v1/jobs", `{"meme":`, "Idempotency-Key", uuid.NewString()).Code; got != want {
				t.Errorf("order %d: %d", n, got)
			}
		}
	})
}

// Whatever is sent to a route that costs money, an address is bounded before its body is read.
// Verifies LIMIT-28.
func TestAttemptsAreLimitedBeforeTheirBodyIsRead(t *testing.T) {
	w := newPaidEnvironment(t)
	w.setLimits(t, limits.Config{limits.Attempts: {Address: hourly(2)}})
	c := w.newDeviceClient(newNetwork(), newDevice())
	for n, want := range []int{413, 413, 429} {
		body := strings.Repeat(" ", maxBody+1)
		if got := c.do(t, "POST", "/api/v1/videos", body, "Idempotency-Key", uuid.NewString()).Code; got != want {
			t.Errorf("attempt %d: %d", n, got)
		}
	}
}

// Limits that leave the device out count each call by its address, and the device can still go on.
// Verifies CHAL-4.
func TestLimitsWithoutADeviceGiveChallenges(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Jobs: {Address: hourly(1)}})
	c := w.newDeviceClient(newNetwork(), newDevice())
	if c.challenge(t, "picture") != nil {
		t.Error("a challenge before the address is used up")
	}
	c.order(t, "")
	if status, code := c.order(t, ""); status != http.StatusTooManyRequests || code != "CHALLENGE_REQUIRED" {
		t.Errorf("%d %s", status, code)
	}
	if status, code := c.order(t, c.solveChallenge(t, "picture")); status != http.StatusAccepted {
		t.Errorf("%d %s", status, code)
	}
}

// crowdCalls are the calls that do not cost money and that a crowd behind one address makes all at once, each as it is
// when the service is asked.
var crowdCalls = map[string]struct{ path, body string }{
	"key":          {"/api/v1/identity/keys", `{"publicKey":"ab"}`},
	"early-access": {"/api/v1/early-access", `{"xHandle":"@wick"}`},
	"nomination":   {"/api/v1/wall/nominations", `{"wall":"WALL_FLAME","xHandle":"@wick","reason":"Burns"}`},
}

// Verifies CHAL-7.
func TestCrowdsOfOneAddressGoOnWithSolutions(t *testing.T) {
	settled, s := settledDevice()
	for of, call := range crowdCalls {
		t.Run(of, func(t *testing.T) {
			w := newEnvironment(t)
			w.setLimits(t, limits.Config{purposes[purpose(of)].limit: {
				Device: hourly(2), Address: hourly(1), Subnet: hourly(100), Crowd: hourly(3)}})
			network := newNetwork()
			send := func(c *deviceClient, solution string) (isServed bool, code string) {
				before := w.services.calls()
				answer := c.do(t, "POST", call.path, call.body, "Idempotency-Key", uuid.NewString(), solutionHeader, solution)
				return w.services.calls() > before, codeOf(t, answer)
			}
			// neither the price of pictures nor a lockdown of them is a reason to refuse these
			w.gateway.difficulty.current.Store(maxLevel)
			w.enforce(t, lockdownFor(time.Hour))
			first := w.newDeviceClient(network, newDevice())
			if first.challenge(t, of) != nil {
				t.Error("a challenge before the address is used up")
			}
			if isServed, code := send(first, ""); !isServed {
				t.Fatal(code)
			}
			for range 2 {
				c := w.newDeviceClient(network, newDevice())
				if isServed, code := send(c, ""); isServed || code != "CHALLENGE_REQUIRED" {
					t.Fatalf("without a solution: served %t, %s", isServed, code)
				}
				solution := c.solveChallenge(t, of)
				if isServed, code := send(c, solution); !isServed {
					t.Errorf("with a solution: %s", code)
				}
				if isServed, code := send(c, solution); isServed || code != "CHALLENGE_REQUIRED" {
					t.Errorf("with a solution that it used: served %t, %s", isServed, code)
				}
			}
			known := w.newDeviceClient(network, settled)
			known.setStanding(w.gateway.devices, settled, s)
			if isServed, code := send(known, ""); !isServed {
				t.Errorf("a settled device: %s", code)
			}
			c := w.newDeviceClient(network, newDevice())
			if isServed, code := send(c, c.solveChallenge(t, of)); isServed || code != "RATE_LIMITED" {
				t.Errorf("beyond what a crowd may: served %t, %s", isServed, code)
			}
		})
	}
}
