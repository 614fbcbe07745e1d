package main

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/config"
)

// deviceMade makes a device as if it had been made then.
func deviceMade(at time.Time) []byte {
	device := newDevice()
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(at.UnixMilli()))
	copy(device, ms[2:])
	return device
}

// earlyDevice is what early releases made: any 16 bytes.
func earlyDevice() []byte { return bytes.Repeat([]byte{0x41}, deviceBytes) }

// Verifies STAND-1.
func TestDeviceSettles(t *testing.T) {
	const after = 30 * time.Minute
	now := time.Now()
	young, old, future := deviceMade(now.Add(-after+time.Second)), deviceMade(now.Add(-after)),
		deviceMade(now.Add(clockSkew/2))
	reads := standing{reads: settlingReads}
	for name, c := range map[string]struct {
		device  []byte
		s       standing
		settled bool
	}{
		"old, and nothing else":               {old, standing{}, false},
		"old, and two reads":                  {old, standing{reads: settlingReads - 1}, false},
		"old, and three reads":                {old, reads, true},
		"old, and a solved challenge":         {old, standing{solved: true}, true},
		"young, with both":                    {young, standing{solved: true, reads: settlingReads}, false},
		"made by a gateway with a fast clock": {future, reads, false},
		"a key of some age, on a young one":   {young, standing{proven: true}, true},
		"early, without history":              {earlyDevice(), standing{solved: true, since: now}, false},
		"early, without history, later":       {earlyDevice(), standing{solved: true, since: now.Add(-after)}, true},
		"early, never seen with a standing":   {earlyDevice(), reads, false},
		"early, with history":                 {earlyDevice(), standing{early: true}, true},
	} {
		if got := c.s.isSettled(c.device, after, now); got != c.settled {
			t.Errorf("%s: settled %t", name, got)
		}
		if !c.s.isSettled(c.device, 0, now) {
			t.Errorf("%s: not settled without an age to reach", name)
		}
	}
}

// Verifies STAND-1.
func TestReadsCountWhenTheyAreApart(t *testing.T) {
	var s standing
	start := time.Now()
	for _, c := range []struct {
		at   time.Duration
		want uint8
	}{{0, 1}, {time.Second, 1}, {readInterval - time.Second, 1}, {readInterval, 2}, {readInterval + time.Minute, 2},
		{2 * readInterval, 3}, {10 * readInterval, 3}} {
		if s.countRead(start.Add(c.at)); s.reads != c.want {
			t.Errorf("after %s: %d reads", c.at, s.reads)
		}
	}
}

// standingOf reads a cookie as a gateway does.
func standingOf(d devices, value string, device []byte) standing {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Cookie", d.standingCookie+"="+value)
	return d.readStanding(r, device)
}

// sealedStanding makes the cookie of a standing.
func sealedStanding(d devices, device []byte, s standing) string {
	answer := httptest.NewRecorder()
	d.setStanding(answer, device, s)
	return answer.Result().Cookies()[0].Value
}

// Verifies STAND-2.
func TestStandingIsSealedWithItsDevice(t *testing.T) {
	device := newDevice()
	second := time.Unix(now.Unix(), 0)
	full := standing{since: second, lastRead: second, solved: true, proven: true, searched: true, early: true,
		counted: true, reads: 3}
	d := devicesAt(t, now, "a "+keyA+"\nb "+keyB)
	for name, s := range map[string]standing{"none": {}, "all": full, "one flag": {early: true}} {
		for sealed, by := range map[string]devices{"seal keys": d, "none": devicesAt(t, now, ""),
			"another": devicesAt(t, now, "b "+keyB)} {
			value := sealedStanding(by, device, s)
			if got := standingOf(d, value, device); got != s || len(value) > maxCookie {
				t.Errorf("%s, sealed by %s: %+v of %d characters", name, sealed, got, len(value))
			}
		}
	}
	value := sealedStanding(d, device, full)
	parts := strings.Split(value, ".")
	for name, c := range map[string]string{
		"changed":              parts[0] + "." + parts[1] + ".B" + parts[2][1:] + "." + parts[3],
		"of another key's id":  parts[0] + ".b." + parts[2] + "." + parts[3],
		"of a retired key":     sealedStanding(devicesAt(t, now, "c "+strings.Repeat("c", 32)), device, full),
		"of another device":    sealedStanding(d, newDevice(), full),
		"of another version":   "2" + value[1:],
		"without a seal":       strings.Join(parts[:3], ".") + ".",
		"of one more part":     value + ".",
		"too long":             value + strings.Repeat("A", maxCookie),
		"nothing":              "",
		"a device cookie":      mintCookie(d, device),
		"of a shorter body":    "1.a.AAAA." + cookieText.EncodeToString(sealFor(config.Secret(keyA), "standing", append([]byte("1.a.AAAA"), device...))),
		"of a body of no text": "1.a.***." + parts[3],
	} {
		if got := standingOf(d, c, device); got != (standing{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := standingOf(d, value, nil); got != (standing{}) {
		t.Errorf("without a device: %+v", got)
	}
}

func FuzzOpenStanding(f *testing.F) {
	d := mustDevices(f, configuration{VisitorKey: formerKey, SealKeys: config.Secret("a " + keyA)})
	device := newDevice()
	genuine := sealedStanding(d, device, standing{solved: true})
	f.Add(genuine)
	f.Add("1.a..")
	f.Add("...")
	f.Fuzz(func(t *testing.T, value string) {
		if got := d.seals.Get().openStanding(value, device); got != (standing{}) && value != genuine {
			t.Errorf("%q is %+v", value, got)
		}
	})
}

// BenchmarkReadStanding is what each request with a standing costs more, beside the cookie of its
// device.
func BenchmarkReadStanding(b *testing.B) {
	d := mustDevices(b, configuration{VisitorKey: formerKey, SealKeys: config.Secret("a " + keyA)})
	device := newDevice()
	b.Run("standing", func(b *testing.B) {
		value := sealedStanding(d, device, standing{reads: 3, lastRead: time.Now()})
		for b.Loop() {
			d.seals.Get().openStanding(value, device)
		}
	})
	b.Run("device", func(b *testing.B) {
		value := mintCookie(d, device)
		for b.Loop() {
			d.seals.Get().openSecond(value, time.Now())
		}
	})
}
