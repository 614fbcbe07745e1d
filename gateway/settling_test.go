package main

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

const likesPath = "/api/v1/likes?ids=x"

// settlements are the devices whose likes were counted.
func (h *fakeServices) settlements() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.settled)
}

// Verifies STAND-1.
func TestReadsOverTenMinutesSettleADevice(t *testing.T) {
	w := newEnvironment(t)
	moment := time.Now()
	w.gateway.devices.now = func() time.Time { return moment }
	c := w.newDeviceClient(newNetwork(), deviceMade(moment.Add(-time.Hour)))
	for i, want := range []string{"", "", rpc.StandingSettled, rpc.StandingSettled} {
		if i > 0 {
			moment = moment.Add(readInterval)
		}
		c.do(t, "GET", likesPath, "")
		if got := w.services.lastValue("mcwick-standing"); got != want {
			t.Errorf("read %d: %q", i, got)
		}
	}
	if got := w.services.settlements(); len(got) != 1 || got[0] != w.services.visitor() {
		t.Errorf("the likes of %q were counted, want those of %q once", got, w.services.visitor())
	}
	delete(c.cookies, w.gateway.devices.standingCookie)
	if c.do(t, "GET", likesPath, ""); w.services.lastValue("mcwick-standing") != "" {
		t.Error("settled without its standing")
	}
}

// Verifies STAND-1.
func TestWritesAndNewDevicesAreNoReads(t *testing.T) {
	w := newEnvironment(t)
	c := w.newDeviceClient(newNetwork(), nil)
	c.do(t, "PUT", "/api/v1/images/x/like", "")
	c.do(t, "PUT", "/api/v1/images/x/like", "")
	if s, has := c.cookies[w.gateway.devices.standingCookie]; has {
		t.Errorf("a standing %q", s)
	}
	c.do(t, "GET", likesPath, "")
	if _, has := c.cookies[w.gateway.devices.standingCookie]; !has {
		t.Error("a read was not counted")
	}
}

// Verifies STAND-3.
func TestLikesAreCountedOnceGalleryIsBack(t *testing.T) {
	w := newEnvironment(t)
	device, s := settledDevice()
	s.counted = false
	c := w.newDeviceClient(newNetwork(), device)
	c.setStanding(w.gateway.devices, device, s)
	w.services.set(fault.ErrUnavailable)
	c.do(t, "GET", likesPath, "")
	failed := len(w.services.settlements()) // with the retries of one call
	c.do(t, "GET", likesPath, "")
	if n := len(w.services.settlements()); n != failed || n == 0 {
		t.Errorf("a gallery that failed %d times was asked %d times more", failed, n-failed)
	}
	w.services.set(nil)
	w.gateway.settler.countingPaused.Store(0)
	for range 3 {
		if answer := c.do(t, "GET", likesPath, ""); answer.Code != http.StatusOK {
			t.Error(answer.Code)
		}
	}
	if n := len(w.services.settlements()) - failed; n != 1 {
		t.Errorf("asked %d times more, want once", n)
	}
}

// Verifies STAND-3.
func TestOutagesOfOthersDoNotPauseSettling(t *testing.T) {
	w := newEnvironment(t)
	w.services.lookUp, w.services.history = fault.ErrUnavailable, fault.ToStatus(fault.ErrUnavailable).Err()
	device, s := settledDevice()
	s.counted = false
	c := w.newDeviceClient(newNetwork(), device)
	c.setStanding(w.gateway.devices, device, s)
	c.cookies[w.gateway.sessions.cookie] = newToken()
	c.do(t, "GET", likesPath, "")
	w.newDeviceClient(newNetwork(), earlyDevice()).do(t, "GET", likesPath, "")
	if n := len(w.services.settlements()); n != 0 {
		t.Fatalf("likes were counted %d times for a session that is not known", n)
	}
	delete(c.cookies, w.gateway.sessions.cookie)
	if c.do(t, "GET", likesPath, ""); len(w.services.settlements()) != 1 {
		t.Error("identity and media have to answer for the likes of a device without a session")
	}
}

// TestLikesOfTheAccountAreCounted has a device that settled, and counted its likes, before its visitor logged in.
// Verifies STAND-3.
func TestLikesOfTheAccountAreCounted(t *testing.T) {
	w := newEnvironment(t)
	device, s := settledDevice()
	s.counted = false
	c := w.newDeviceClient(newNetwork(), device)
	c.setStanding(w.gateway.devices, device, s)
	c.do(t, "GET", likesPath, "")
	if answer := c.do(t, "POST", "/api/v1/sessions", "{}"); answer.Code != http.StatusCreated {
		t.Fatal(answer.Code, answer.Body)
	}
	w.services.session = hashOf(c.cookies[w.gateway.sessions.cookie])
	for range 2 {
		c.do(t, "GET", likesPath, "")
	}
	if diff := cmp.Diff([]string{"", "account of " + w.services.session}, w.services.accounts); diff != "" {
		t.Errorf("accounts whose likes were counted (-want +got):\n%s", diff)
	}
}

// A device of an early release does not say its age: it is settled by what it did before, or like
// any other from when it is first seen.
// Verifies STAND-4.
func TestEarlyDevicesSettleByHistory(t *testing.T) {
	for name, early := range map[string]bool{"with history": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			w := newEnvironment(t)
			moment := time.Now()
			w.gateway.devices.now = func() time.Time { return moment }
			w.services.early = early
			c := w.newDeviceClient(newNetwork(), earlyDevice())
			for read := range 3 {
				want := ""
				if early || read == 2 { // half an hour later
					want = rpc.StandingSettled
				}
				if c.do(t, "GET", likesPath, ""); w.services.lastValue("mcwick-standing") != want {
					t.Errorf("%q, want %q", w.services.lastValue("mcwick-standing"), want)
				}
				moment = moment.Add(15 * time.Minute)
			}
			if w.services.searched != 1 {
				t.Errorf("its history was asked for %d times", w.services.searched)
			}
		})
	}
	t.Run("while it cannot be known", func(t *testing.T) {
		w := newEnvironment(t)
		c := w.newDeviceClient(newNetwork(), earlyDevice())
		w.services.set(fault.ErrUnavailable)
		c.do(t, "GET", likesPath, "")
		w.services.set(nil)
		w.services.early = true
		w.gateway.settler.searchingPaused.Store(0)
		if c.do(t, "GET", likesPath, ""); w.services.lastValue("mcwick-standing") != rpc.StandingSettled {
			t.Error("not settled after that")
		}
	})
}

// Verifies STAND-5.
func TestKeyOfSomeAgeSettlesFewDevices(t *testing.T) {
	w := newEnvironment(t)
	session := newToken()
	settles := func() bool {
		c := w.newDeviceClient(newNetwork(), newDevice())
		c.cookies[w.gateway.sessions.cookie] = session
		w.gateway.accounts.cache.InvalidateAll()
		if answer := c.do(t, "GET", "/api/v1/sessions/current", ""); answer.Code != http.StatusOK {
			t.Fatal(answer.Code, answer.Body)
		}
		c.do(t, "GET", likesPath, "")
		return w.services.lastValue("mcwick-standing") == rpc.StandingSettled
	}
	w.services.session = hashOf(session)
	w.services.created = time.Now()
	if settles() {
		t.Error("a key that was just made settles")
	}
	w.services.created = time.Now().Add(-time.Hour)
	for n := range devicesOfAccount.Burst {
		if !settles() {
			t.Errorf("device %d is not settled", n)
		}
	}
	if settles() {
		t.Error("the key settles any number of devices")
	}
}

// Verifies STAND-2.
func TestAnswersThatCachesKeepCarryNoCookie(t *testing.T) {
	w := newEnvironment(t)
	for _, path := range []string{"/api/v1/images", "/api/v1/images/x", "/api/v1/shared-videos/v1", "/config.json",
		"/api/v1/wall/entries?wall=WALL_FAME", "/api/v1/wall/entries/e1/avatar", "/gallery/x", "/", "/media/x.png"} {
		c := w.newDeviceClient(newNetwork(), deviceMade(time.Now().Add(-time.Hour)))
		if cookies := c.do(t, "GET", path, "").Result().Cookies(); len(cookies) != 0 {
			t.Errorf("%s: %v", path, cookies)
		}
	}
}

func TestClientThatLeavesPausesNoSettling(t *testing.T) {
	w := newEnvironment(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	fails := func(context.Context) error { return fault.ErrUnavailable }
	s, paused := w.gateway.settler, new(atomic.Int64)
	if s.call(gone, paused, fails) || paused.Load() != 0 {
		t.Error("a client that left pauses the settling of all")
	}
	if s.call(t.Context(), paused, fails) || paused.Load() == 0 {
		t.Error("a service that is away pauses nothing")
	}
}

// Verifies STAND-5.
func TestKeySettlesADeviceOnce(t *testing.T) {
	w := newEnvironment(t)
	session := newToken()
	w.services.session, w.services.created = hashOf(session), time.Now().Add(-time.Hour)
	open := func(c *deviceClient) bool {
		c.cookies[w.gateway.sessions.cookie] = session
		if answer := c.do(t, "GET", "/api/v1/sessions/current", ""); answer.Code != http.StatusOK {
			t.Fatal(answer.Code, answer.Body)
		}
		c.do(t, "GET", likesPath, "")
		return w.services.lastValue("mcwick-standing") == rpc.StandingSettled
	}
	device, s := settledDevice()
	known := w.newDeviceClient(newNetwork(), device)
	known.setStanding(w.gateway.devices, device, s)
	open(known)
	many := newDevice()
	for tab := range 2 * devicesOfAccount.Burst {
		if !open(w.newDeviceClient(newNetwork(), many)) { // sent before another one's answer came
			t.Errorf("tab %d is not settled", tab)
		}
	}
	for n := range devicesOfAccount.Burst - 1 {
		if !open(w.newDeviceClient(newNetwork(), newDevice())) {
			t.Errorf("device %d beside it is not settled", n)
		}
	}
	if open(w.newDeviceClient(newNetwork(), newDevice())) {
		t.Error("the key settles any number of devices")
	}

	address, err := redis.ParseURL(testkit.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(address)
	t.Cleanup(func() { client.Close() })
	keys := client.Scan(t.Context(), 0, "limit:*", 1000).Iterator()
	for keys.Next(t.Context()) {
		if strings.Contains(keys.Val(), w.services.session) {
			t.Errorf("Redis has the account in %q", keys.Val())
		}
	}
	if err := keys.Err(); err != nil {
		t.Error(err)
	}
}
