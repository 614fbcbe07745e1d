package main

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/testkit/metrictest"
)

func TestActivityForgetsMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newActivity(time.Now)
		for range 3 {
			a.recordNewDevice("one")
		}
		a.recordNewDevice("other")
		time.Sleep(time.Minute)
		a.recordNewDevice("other")
		if n := a.busiestLane(); n != 3 {
			t.Errorf("the busiest lane got %d devices", n)
		}
		time.Sleep(time.Minute)
		if n := a.busiestLane(); n != 1 {
			t.Errorf("a minute later the busiest lane got %d devices", n)
		}
		time.Sleep(activityMinutes * time.Minute)
		if n := a.busiestLane(); n != 0 {
			t.Errorf("long after, the busiest lane got %d devices", n)
		}
	})
}

func TestActivityIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newActivity(time.Now)
		for n := range maxActivityLanes + 100 {
			a.recordNewDevice(fmt.Sprint(n))
		}
		a.recordNewDevice("1")
		m := a.minute()
		if len(m.lanes) != maxActivityLanes || m.devices != maxActivityLanes+101 || m.lanes["1"] != 2 {
			t.Errorf("%d lanes, %d devices, %d of a known lane", len(m.lanes), m.devices, m.lanes["1"])
		}
	})
}

// Verifies LIMIT-27.
func TestNewDevicesAndRefusalsAreMeasured(t *testing.T) {
	metrics := metrictest.New(t)
	w := newEnvironment(t)
	began := time.Now()
	w.gateway.activity.now = func() time.Time { return began } // all of it is in one minute
	w.setLimits(t, limits.Config{limits.Reads: {Device: limit.Rate{Every: time.Hour, Burst: 1},
		Address: limit.Rate{Every: time.Microsecond, Burst: 1 << 20}}})
	w.do(t, "GET", "/api/v1/sessions/current", "") // makes a device
	stranger := &environment{url: w.url, client: &http.Client{}}
	stranger.do(t, "PUT", "/api/v1/images/x/like", "") // and so does a write without one
	for _, want := range []int{200, 429, 429} {
		if resp, body := w.do(t, "GET", "/api/v1/likes?ids=x", ""); resp.StatusCode != want {
			t.Errorf("%s %s", resp.Status, body)
		}
	}
	w.gateway.activity.recordChallenge(2)
	w.gateway.activity.recordSolution(2, "accepted")
	w.gateway.activity.setLevel(3, "money")
	for _, c := range []struct {
		metric string
		with   []string
		want   float64
	}{
		{"mcwick.devices.made", nil, 2},
		{"mcwick.devices.busiest_lane", nil, 2},
		{"mcwick.limits.refused", []string{"route", "GET /api/v1/likes", "scope", "device"}, 2},
		{"mcwick.challenges", []string{"level", "2"}, 1},
		{"mcwick.challenges", []string{"level", "5"}, 0}, // from the start
		{"mcwick.solutions", []string{"outcome", "accepted"}, 1},
		{"mcwick.challenge.level", nil, 3},
	} {
		if got := metrics.Read(t, c.metric, c.with...); got.Value != c.want || got.Series != 1 {
			t.Errorf("%s %v: %+v, want %g", c.metric, c.with, got, c.want)
		}
	}
}
