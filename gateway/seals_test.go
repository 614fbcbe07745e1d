package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/config"
	"mcwick.example/platform/testkit"
)

// Verifies OPS-10.
func TestDeviceKeysAreValidated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none")
	for name, c := range map[string]struct {
		configuration
		want string
	}{
		"of a former release": {configuration{DeviceKey: formerKey}, ""},
		"new":                 {configuration{VisitorKey: formerKey, SealKeys: config.Secret("a " + keyA)}, ""},
		"being introduced": {configuration{DeviceKey: formerKey, SealKeys: config.Secret("device\na " + keyA)},
			""},
		"nothing":       {configuration{}, "VISITOR_KEY is missing"},
		"no seal":       {configuration{VisitorKey: formerKey}, "SEAL_KEYS: "},
		"an empty file": {configuration{DeviceKey: formerKey, SealKeysFile: file}, "SEAL_KEYS: no key"},
		"a short visitor key": {configuration{VisitorKey: config.Secret(formerKey[1:]), DeviceKey: formerKey},
			"VISITOR_KEY must"},
		"a short device key": {configuration{DeviceKey: config.Secret(formerKey[1:])}, "DEVICE_KEY must"},
		"a key without an id": {configuration{DeviceKey: formerKey, SealKeys: config.Secret(keyA)},
			"SEAL_KEYS: line 1"},
		"DEVICE_KEY by its name": {configuration{VisitorKey: formerKey, SealKeys: "device"}, "SEAL_KEYS: line 1"},
		"two keys of one id": {configuration{DeviceKey: formerKey,
			SealKeys: config.Secret("a " + keyA + "\na " + keyB)}, "SEAL_KEYS: line 2"},
		"another key of that id": {configuration{DeviceKey: formerKey, SealKeys: config.Secret("device " + keyA)},
			"SEAL_KEYS: line 1"},
	} {
		var said []string
		for _, err := range c.validateKeys() {
			said = append(said, err.Error())
		}
		all := strings.Join(said, "\n")
		if (all == "") != (c.want == "") || !strings.Contains(all, c.want) || strings.Contains(all, keyA) {
			t.Errorf("%s: %q", name, all)
		}
	}
}

// TestSealKeyRotationWhileServing takes an installation from DEVICE_KEY to seal keys and through a
// rotation, as the runbook has it, while browsers like and open pages at two gateways that read the
// keys at different times.
// Verifies OPS-10.
func TestSealKeyRotationWhileServing(t *testing.T) {
	w := newEnvironment(t)
	w.setLimits(t, limits.Config{limits.Writes: {}})
	file := func(text string) (path string) {
		path = filepath.Join(t.TempDir(), "seal-keys")
		write(t, path, text)
		return path
	}
	type replica struct {
		devices devices
		file    string
	}
	replicas := []*replica{{file: file("device\na " + keyA)}, {file: file("device\na " + keyA)}}
	former := w.gateway.devices // of a gateway that has no seal keys yet
	for _, r := range replicas {
		c := w.gateway.config
		c.SealKeysFile = r.file
		r.devices = mustDevices(t, c)
	}
	device := newDevice()
	var mu sync.Mutex
	cookie := mintCookie(former, device)
	open := func(d devices) { // a page at a gateway
		mu.Lock()
		defer mu.Unlock()
		got := readCookie(d, cookie)
		if string(got.device) != string(device) {
			t.Errorf("lost the device of %s", cookie)
			return
		}
		if got.due {
			cookie = mintCookie(d, got.device)
		}
	}
	stop := repeatedly(t, func() {
		for _, r := range replicas {
			open(r.devices)
		}
	})
	sealedBy := func(d devices, id string) {
		t.Helper()
		testkit.Eventually(t, "a gateway seals by "+id,
			func() bool { return strings.HasPrefix(mintCookie(d, device), "2."+id+".") })
	}
	open(former)
	for _, step := range []struct{ text, id string }{
		{"device\na " + keyA, "device"}, // introduced beside gateways that have none
		{"a " + keyA + "\ndevice", "a"},
		{"a " + keyA + "\nb " + keyB, "a"},
		{"b " + keyB + "\na " + keyA, "b"},
	} {
		for _, r := range replicas { // one after the other, while the browsers go on
			next := filepath.Join(filepath.Dir(r.file), "next")
			write(t, next, step.text)
			if err := os.Rename(next, r.file); err != nil {
				t.Fatal(err)
			}
			sealedBy(r.devices, step.id)
			for key := range strings.Lines(step.text) { // also one that seals nothing yet
				if key = strings.TrimSpace(key); key != "device" {
					testkit.Eventually(t, "a gateway accepts its keys", func() bool {
						return readCookie(r.devices, mintCookie(devicesAt(t, r.devices.now(), key),
							device)).device != nil
					})
				}
			}
		}
		testkit.Eventually(t, "browsers have a cookie by "+step.id, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return strings.HasPrefix(cookie, "2."+step.id+".")
		})
	}
	stop()
	for _, r := range replicas { // the former key is retired
		write(t, r.file, "b "+keyB)
		testkit.Eventually(t, "the former key is retired", func() bool {
			return readCookie(r.devices, mintCookie(devicesAt(t, r.devices.now(), "a "+keyA), device)).device == nil
		})
		open(r.devices)
	}
	// Over the whole gateway: a retired key's cookie is a new device, and never an error.
	w.gateway.devices = replicas[0].devices
	w.serve(t)
	retired := w.gateway.devices.cookie + "=" + mintCookie(devicesAt(t, replicas[0].devices.now(), "a "+keyA), device)
	stranger := &environment{url: w.url, client: &http.Client{}}
	if resp, _ := stranger.do(t, "PUT", "/api/v1/images/x/like", "", "Cookie", retired); resp.StatusCode != 200 ||
		len(resp.Cookies()) != 1 ||
		!strings.HasPrefix(resp.Cookies()[0].Value, "2.b.") || w.services.visitor() == former.visitorOf(device) {
		t.Errorf("%s, %v", resp.Status, resp.Cookies())
	}
	// And its own is renewed once, with the page.
	current := w.gateway.devices.cookie + "=" + cookie
	for _, path := range []string{"/api/v1/sessions/current", "/api/v1/likes?ids=x"} {
		if resp, _ := stranger.do(t, "GET", path, "", "Cookie", current); resp.StatusCode != 200 ||
			deviceCookieOf(resp) != "" {
			t.Errorf("%s: %s, %v", path, resp.Status, resp.Cookies())
		}
	}
	first := w.gateway.devices.cookie + "=" + mintCookie(former, device)
	if resp, _ := stranger.do(t, "PUT", "/api/v1/images/x/like", "", "Cookie", first); len(resp.Cookies()) != 0 ||
		w.services.visitor() != former.visitorOf(device) {
		t.Errorf("version 1 writes as %s, %v", w.services.visitor(), resp.Cookies())
	}
	if resp, _ := stranger.do(t, "GET", "/api/v1/sessions/current", "", "Cookie",
		first); !strings.HasPrefix(deviceCookieOf(resp), "2.b.") {
		t.Errorf("version 1 is not replaced: %v", resp.Cookies())
	}
}

// deviceCookieOf is the device that a response gives, empty for none.
func deviceCookieOf(resp *http.Response) string {
	for _, c := range resp.Cookies() {
		if c.Name == "vid" {
			return c.Value
		}
	}
	return ""
}

// repeatedly calls f again and again until stop.
func repeatedly(t *testing.T, f func()) (stop func()) {
	t.Helper()
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ended:
				return
			default:
				f()
			}
		}
	}()
	return sync.OnceFunc(func() { close(ended); <-done })
}
