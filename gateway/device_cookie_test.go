package main

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mcwick.example/platform/config"
)

const formerKey = "0123456789abcdef0123456789abcdef"

var (
	keyA = strings.Repeat("a", 32)
	keyB = strings.Repeat("b", 32)
	now  = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
)

func mustDevices(t testing.TB, c configuration) devices {
	t.Helper()
	d, err := newDevices(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// devicesAt are the devices of an installation with a DEVICE_KEY, at some moment.
func devicesAt(t testing.TB, moment time.Time, sealKeys string) devices {
	t.Helper()
	return withClock(mustDevices(t, configuration{DeviceKey: formerKey, SealKeys: config.Secret(sealKeys)}), moment)
}

func withClock(d devices, moment time.Time) devices {
	d.now = func() time.Time { return moment }
	return d
}

func mintCookie(d devices, device []byte) string {
	answer := httptest.NewRecorder()
	d.set(answer, device)
	return answer.Result().Cookies()[0].Value
}

func readCookie(d devices, value string) deviceCookie {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Cookie", d.cookie+"="+value)
	return d.read(r)
}

// What gateways of the last release mint and read, who run beside new ones for a while.
// Verifies OPS-10.
func TestWithoutSealKeysCookiesStayAsTheyWere(t *testing.T) {
	device := make([]byte, deviceBytes)
	for i := range device {
		device[i] = byte(i)
	}
	d := devicesAt(t, now, "")
	const cookie, visitor, lane = "AAECAwQFBgcICQoLDA0OD5RjtqVYZ3z2bP_VrQaTbjo", "DtARwsxfYkRWMd2BTPXI0g", "U9EoHu8vJsc"
	if got := mintCookie(d, device); got != cookie {
		t.Errorf("minted %s", got)
	}
	if got := readCookie(d, cookie); !bytes.Equal(got.device, device) || !got.due {
		t.Errorf("read %+v", got)
	}
	if got, in := d.visitorOf(device), d.laneOf("192.0.2.7:1"); got != visitor || in != lane {
		t.Errorf("visitor %s in lane %s", got, in)
	}
}

// Verifies OPS-10.
func TestVisitorIDIsStableAcrossSealKeys(t *testing.T) {
	device := newDevice()
	visitor := devicesAt(t, now, "").visitorOf(device)
	readers := map[string]devices{
		"both accepted":                devicesAt(t, now, "b "+keyB+"\na "+keyA),
		"in the other order":           devicesAt(t, now, "a "+keyA+"\nb "+keyB),
		"the first step of a new list": devicesAt(t, now, "device\na "+keyA+"\nb "+keyB),
		"an installation that started new": withClock(mustDevices(t,
			configuration{VisitorKey: formerKey, SealKeys: config.Secret("a " + keyA + "\nb " + keyB)}), now),
	}
	for sealed, by := range map[string]string{"version 1": "", "a": "a " + keyA, "b": "b " + keyB, "device": "device"} {
		cookie := mintCookie(devicesAt(t, now, by), device)
		for name, d := range readers {
			got := readCookie(d, cookie)
			if former := sealed == "version 1" || sealed == "device"; former && strings.Contains(name, "started new") {
				if got.device != nil {
					t.Errorf("%s, %s: a retired key is accepted", name, sealed)
				}
				continue
			}
			if !bytes.Equal(got.device, device) || d.visitorOf(got.device) != visitor {
				t.Errorf("%s, %s: %+v", name, sealed, got)
			}
		}
	}
	// A gateway that has no SEAL_KEYS yet reads what one that has got them mints by DEVICE_KEY.
	if got := readCookie(devicesAt(t, now, ""),
		mintCookie(devicesAt(t, now, "device\na "+keyA), device)); !bytes.Equal(got.device, device) {
		t.Errorf("while seal keys are introduced: %+v", got)
	}
}

// Verifies OPS-10.
func TestInvalidCookiesCreateNewDevices(t *testing.T) {
	device := newDevice()
	d := devicesAt(t, now, "a "+keyA+"\nb "+keyB)
	second := mintCookie(d, device)
	parts := strings.Split(second, ".")
	first := mintCookie(devicesAt(t, now, ""), device)
	for name, value := range map[string]string{
		"nothing":                       "",
		"of the id of another key":      strings.Join([]string{parts[0], "b", parts[2], parts[3]}, "."),
		"of an unknown id":              strings.Join([]string{parts[0], "c", parts[2], parts[3]}, "."),
		"of no id":                      strings.Join([]string{parts[0], "", parts[2], parts[3]}, "."),
		"of another version":            "3" + second[1:],
		"of a retired key":              mintCookie(devicesAt(t, now, "c "+strings.Repeat("c", 32)), device),
		"by another key of the same id": mintCookie(devicesAt(t, now, "a "+keyB), device),
		"from the future":               mintCookie(devicesAt(t, now.Add(clockSkew+time.Second), "a "+keyA), device),
		"expired":                       mintCookie(devicesAt(t, now.Add(-deviceAge), "a "+keyA), device),
		"too long":                      second + strings.Repeat("A", maxCookie),
		"of one more part":              second + ".",
		"without the seal":              strings.Join(parts[:3], ".") + ".",
		"version 1 by another key": mintCookie(mustDevices(t, configuration{DeviceKey: config.Secret(keyA)}),
			device),
		"version 1, too long":    first + "A",
		"version 1 in version 2": "2.device." + first + "." + parts[3],
	} {
		if got := readCookie(d, value); got.device != nil || !got.due {
			t.Errorf("%s: %+v", name, got)
		}
	}
	retired := withClock(mustDevices(t, configuration{VisitorKey: formerKey, SealKeys: config.Secret("a " + keyA)}),
		now)
	if got := readCookie(retired, first); got.device != nil || !got.due {
		t.Errorf("version 1 by a retired key: %+v", got)
	}
	for name, moment := range map[string]time.Time{"of a clock a little ahead": now.Add(clockSkew),
		"just not expired": now.Add(time.Second - deviceAge)} {
		if got := readCookie(d, mintCookie(devicesAt(t, moment, "a "+keyA), device)); !bytes.Equal(got.device, device) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Every bit of every character counts, in both versions, and every length but the right one is
// refused.
// Verifies OPS-10.
func TestTamperedCookiesAreRejected(t *testing.T) {
	d := devicesAt(t, now, "a "+keyA+"\nb "+keyB)
	for _, by := range []string{"", "device", "a " + keyA, "b " + keyB} {
		whole := mintCookie(devicesAt(t, now, by), newDevice())
		for i := range whole {
			if got := readCookie(d, whole[:i]); got.device != nil {
				t.Errorf("%s cut at %d is taken", whole, i)
			}
			for _, c := range base64.RawURLEncoding.EncodeToString([]byte("\x00\x10\x83\x10\x51\x87\x20\x92\x8b\x30\xd3\x8f")) + "-_.Zz9" {
				changed := whole[:i] + string(c) + whole[i+1:]
				if got := readCookie(d, changed); changed != whole && got.device != nil {
					t.Errorf("%s for %s is taken", changed, whole)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if got := readCookie(d, rapid.StringMatching(`[0-9A-Za-z_.-]{0,140}`).Draw(t, "cookie")); got.device != nil {
			t.Errorf("%+v", got)
		}
	})
}

// Verifies OPS-10.
func TestCookiesAreRenewedWhenDue(t *testing.T) {
	device := newDevice()
	d := devicesAt(t, now, "a "+keyA+"\nb "+keyB)
	for name, c := range map[string]struct {
		cookie string
		due    bool
	}{
		"just minted":          {mintCookie(d, device), false},
		"not a day old":        {mintCookie(devicesAt(t, now.Add(time.Second-renewAfter), "a "+keyA), device), false},
		"a day old":            {mintCookie(devicesAt(t, now.Add(-renewAfter), "a "+keyA), device), true},
		"sealed by a former":   {mintCookie(devicesAt(t, now, "b "+keyB), device), true},
		"sealed by DEVICE_KEY": {mintCookie(devicesAt(t, now, "device"), device), true},
		"version 1":            {mintCookie(devicesAt(t, now, ""), device), true},
	} {
		if got := readCookie(d, c.cookie); got.due != c.due || !bytes.Equal(got.device, device) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	old := mintCookie(devicesAt(t, now.Add(-renewAfter), "a "+keyA), device)
	renewed := mintCookie(d, readCookie(d, old).device)
	if got := readCookie(withClock(d, now.Add(deviceAge-time.Second)), renewed); !bytes.Equal(got.device, device) {
		t.Error("a renewed cookie does not last longer")
	}
}
