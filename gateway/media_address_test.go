package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"mcwick.example/platform/config"
	contractv1 "mcwick.example/platform/contract/api/contract/v1"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

const artworkBytes = "a picture of some length"

// privateMedia puts a media service behind the gateway that serves what it learns the request may
// see, and keeps the queries and headers that it got.
func (w *environment) privateMedia(t testing.TB) (requests *[]*http.Request) {
	t.Helper()
	requests = new([]*http.Request)
	media := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r)
		if r.Header.Get(mediav1.AccessHeader) != mediav1.AccessOwner {
			out.Header().Set("Cache-Control", "no-store")
			http.NotFound(out, r)
			return
		}
		out.Header().Set("Content-Type", "image/png")
		out.Header().Set("Cache-Control", "public, max-age=3600") // as the last release has it
		http.ServeContent(out, r, "", time.Time{}, strings.NewReader(artworkBytes))
	}))
	t.Cleanup(media.Close)
	var err error
	if w.gateway.bytes, err = proxyMedia(media.URL); err != nil {
		t.Fatal(err)
	}
	w.serve(t)
	return requests
}

// becomeDevice gets the client a cookie.
func (w *environment) becomeDevice(t testing.TB) {
	t.Helper()
	testkit.Send(t, w.client, "GET", w.url+"/api/v1/sessions/current", "")
}

// speechAddress reads the address of the visitor's speech.
func (w *environment) speechAddress(t *testing.T) string {
	t.Helper()
	resp, body := w.do(t, "GET", "/api/v1/speeches/s1", "")
	var s struct{ Address string }
	if err := json.Unmarshal([]byte(body), &s); err != nil || resp.StatusCode != http.StatusOK || s.Address == "" {
		t.Fatalf("%s %s %v", resp.Status, body, err)
	}
	return s.Address
}

// Verifies ADDR-1, ADDR-2.
func TestAddressOpensForItsDeviceAlone(t *testing.T) {
	w := newEnvironment(t)
	requests := w.privateMedia(t)
	w.becomeDevice(t)
	address := w.speechAddress(t)
	name, signature, _ := strings.Cut(address, "?signature=")
	parts := strings.Split(signature, ".")
	owner, other := w.client, browser()

	t.Run("for its device", func(t *testing.T) {
		resp, body := w.do(t, "GET", address, "")
		if resp.StatusCode != http.StatusOK || body != artworkBytes ||
			resp.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
		if got := (*requests)[len(*requests)-1]; got.URL.RawQuery != "" || got.Header.Get("Cookie") != "" {
			t.Errorf("media learned %q and %q", got.URL.RawQuery, got.Header.Get("Cookie"))
		}
	})
	t.Run("in parts", func(t *testing.T) {
		resp, body := w.do(t, "GET", address, "", "Range", "bytes=2-8")
		if resp.StatusCode != http.StatusPartialContent || body != artworkBytes[2:9] ||
			resp.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	})
	w.client = other
	w.becomeDevice(t)
	later := strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10)
	asOther := w.gateway.devices.signAddress("speech/s.mp3", "another device")
	for why, c := range map[string]struct {
		client  *http.Client
		address string
		header  []string
	}{
		"another visitor":        {other, address, nil},
		"no cookie":              {&http.Client{}, address, nil},
		"no signature":           {owner, name, nil},
		"an empty signature":     {owner, name + "?signature=", nil},
		"the header of a client": {owner, name, []string{mediav1.AccessHeader, mediav1.AccessOwner}},
		"it in small letters":    {owner, name, []string{strings.ToLower(mediav1.AccessHeader), "owner"}},
		"our own taken away":     {owner, name, []string{"Connection", mediav1.AccessHeader}},
		"another name":           {owner, "/media/speech/t.mp3?signature=" + signature, nil},
		"a later expiry": {owner, name + "?signature=" + strings.Join([]string{later, parts[1], parts[2]},
			"."), nil},
		"an unknown key": {owner, name + "?signature=" + strings.Join([]string{parts[0], "x", parts[2]}, "."),
			nil},
		"an altered signature": {owner, address[:len(address)-2] + "AA", nil},
		"a shorter signature":  {owner, address[:len(address)-4], nil},
		"one part more":        {owner, address + ".a", nil},
		"another parameter":    {owner, strings.Replace(address, "?", "?a=b&", 1), nil},
		"of another device":    {owner, asOther, nil},
		"of another purpose":   {owner, name + "?signature=" + challengeLike(w.gateway.devices, parts[0]), nil},
		"much too long":        {owner, address + strings.Repeat("a", 10_000), nil},
	} {
		t.Run(why, func(t *testing.T) {
			w.client = c.client
			resp, body := w.do(t, "GET", c.address, "", c.header...)
			if resp.StatusCode != http.StatusNotFound || resp.Header.Get("Cache-Control") != "no-store" ||
				strings.Contains(body, artworkBytes) {
				t.Errorf("%s %v %s", resp.Status, resp.Header, body)
			}
		})
	}
	for _, got := range *requests {
		if access := got.Header.Values(mediav1.AccessHeader); len(access) != 1 {
			t.Errorf("media was told %q", access)
		}
	}
}

// challengeLike is a code for the same object under the key of cookies, whose purpose is another.
func challengeLike(d devices, expires string) string {
	keys := d.seals.Get()
	code := addressCode([]byte(keys.accepted[keys.signingID()].Reveal()), "speech/s.mp3", "", expires)
	return expires + "." + keys.signingID() + "." + cookieText.EncodeToString(code)
}

// Verifies ADDR-2.
func TestPublicObjectsNeedNoSignature(t *testing.T) {
	w := newEnvironment(t)
	requests := w.privateMedia(t)
	for _, query := range []string{"", "?attempt=1"} {
		w.do(t, "GET", "/media/memes/x.png"+query, "")
		got := (*requests)[len(*requests)-1]
		if got.Header.Get(mediav1.AccessHeader) != mediav1.AccessPublic {
			t.Errorf("%q: %v", query, got.Header)
		}
	}
}

// Verifies ADDR-3.
func TestAddressesExpireAndStayTheSameForAWhile(t *testing.T) {
	moment := now
	d := devicesAt(t, moment, "")
	d.addressLifetime = 10 * time.Minute
	d.now = func() time.Time { return moment }
	signed := func(address string) bool {
		return d.isSigned(strings.TrimPrefix(address, "/media/n?signature="), "n", "ann")
	}
	for _, start := range []time.Duration{0, time.Second, 4*time.Minute + 59*time.Second} {
		moment = now.Add(start)
		first := d.signAddress("n", "ann")
		moment = now.Add(4*time.Minute + 59*time.Second)
		if again := d.signAddress("n", "ann"); again != first {
			t.Errorf("after %s: %s and %s", start, first, again)
		}
		moment = now.Add(start + 5*time.Minute)
		if d.signAddress("n", "ann") == first || !signed(first) {
			t.Errorf("made after %s: not good half a lifetime later, or not renewed", start)
		}
		moment = now.Add(start + 10*time.Minute)
		if signed(first) {
			t.Errorf("made after %s: still good a lifetime later", start)
		}
	}
}

// TestAddressesOutliveKeyRotation goes through the steps of a rotation, as the runbook has them.
// Verifies ADDR-4.
func TestAddressesOutliveKeyRotation(t *testing.T) {
	steps := []string{"", "device\na " + keyA, "a " + keyA + "\ndevice", "a " + keyA + "\nb " + keyB,
		"b " + keyB + "\na " + keyA}
	open := func(d devices, address string) bool {
		return d.isSigned(strings.TrimPrefix(address, "/media/n?signature="), "n", "ann")
	}
	at := func(sealKeys string) devices {
		d := devicesAt(t, now, sealKeys)
		d.addressLifetime = 10 * time.Minute
		return d
	}
	for i := range steps[1:] {
		before, after := at(steps[i]), at(steps[i+1])
		if !open(after, before.signAddress("n", "ann")) || !open(before, after.signAddress("n", "ann")) {
			t.Errorf("from %q to %q: gateways do not open each other's addresses", steps[i], steps[i+1])
		}
	}
	address := at("a "+keyA).signAddress("n", "ann")
	retired := mustDevices(t, configuration{VisitorKey: formerKey, SealKeys: config.Secret("b " + keyB)})
	if retired.now = at("").now; open(retired, address) {
		t.Error("a retired key opens")
	}
}

var privateAddress = regexp.MustCompile(`"(\w*[aA]ddress)":\s*"([^"]*)"`)

// Verifies ADDR-1.
func TestAnswersAndEventsHaveAddresses(t *testing.T) {
	w := newEnvironment(t)
	w.becomeDevice(t)
	for path, want := range map[string][]string{
		"/api/v1/jobs/j1":                  {""},
		"/api/v1/jobs/j1?afterVersion=2":   {"ai-generations/j1.png"},
		"/api/v1/jobs/j1/events":           {"ai-generations/j1.png"},
		"/api/v1/speeches/s1":              {"speech/s.mp3", ""},
		"/api/v1/videos/v1?afterVersion=2": {"videos/v1.mp4", "videos/v1.vtt", "videos/v1.webp"},
		"/api/v1/videos/v1/events":         {"videos/v1.mp4", "videos/v1.vtt", "videos/v1.webp"},
		"/api/v1/shared-videos/v1":         nil,
		"/api/v1/images":                   nil,
	} {
		_, body := w.do(t, "GET", path, "")
		var got []string
		for _, found := range privateAddress.FindAllStringSubmatch(body, -1) {
			if found[2] == "" {
				continue
			}
			name, signature, _ := strings.Cut(strings.TrimPrefix(found[2], "/media/"), "?signature=")
			if !w.gateway.devices.isSigned(signature, name, w.services.visitor()) {
				t.Errorf("%s: %s is not good for its device", path, found[0])
			}
			got = append(got, name)
		}
		want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: addresses of %q, want %q in %s", path, got, want, body)
		}
	}
}

// publicNames are the fields of answers that name objects that everybody may see.
var publicNames = []protoreflect.FullName{
	"gallery.v1.Image.object_name", "gallery.v1.Variant.object_name", "media.v1.Publication.object_name",
	"media.v1.ArtworkVariant.object_name", "media.v1.TextEmoji.object_name", "media.v1.SharedVideo.object_name",
	"media.v1.SharedVideo.captions_object_name", "media.v1.SharedVideo.poster_object_name",
}

// TestEveryPrivateObjectInAnAnswerHasAnAddress walks all answers of the public edge.
// Verifies ADDR-1.
func TestEveryPrivateObjectInAnAnswerHasAnAddress(t *testing.T) {
	seen := make(map[protoreflect.FullName]bool)
	named := make(map[protoreflect.FullName]bool)
	var walk func(m protoreflect.MessageDescriptor)
	walk = func(m protoreflect.MessageDescriptor) {
		if seen[m.FullName()] {
			return
		}
		seen[m.FullName()] = true
		addressed := make(map[string]bool)
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			if of := proto.GetExtension(f.Options(), contractv1.E_AddressOf).(string); of != "" {
				addressed[of] = true
				if m.Fields().ByName(protoreflect.Name(of)) == nil || f.Kind() != protoreflect.StringKind ||
					f.IsList() {
					t.Errorf("%s: no text that is the address of a field %q", f.FullName(), of)
				}
			}
			if f.Message() != nil {
				walk(f.Message())
			}
		}
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			deprecated := f.Options().(*descriptorpb.FieldOptions).GetDeprecated()
			if !strings.HasSuffix(string(f.Name()), "object_name") || deprecated {
				continue
			}
			named[f.FullName()] = true
			if public := slices.Contains(publicNames, f.FullName()); public == addressed[string(f.Name())] {
				t.Errorf("%s: public %v, and has an address: %v", f.FullName(), public, addressed[string(f.Name())])
			}
		}
	}
	for _, b := range (configuration{}).backends() {
		for i := range b.contract.Services().Len() {
			methods := b.contract.Services().Get(i).Methods()
			for j := range methods.Len() {
				if proto.HasExtension(methods.Get(j).Options(), annotations.E_Http) {
					walk(methods.Get(j).Output())
				}
			}
		}
	}
	for _, name := range publicNames {
		if !named[name] {
			t.Errorf("%s: there is no such field", name)
		}
	}
}

// BenchmarkMediaAddress measures what a signed address costs beside the way of a public object.
func BenchmarkMediaAddress(b *testing.B) {
	d := mustDevices(b, configuration{DeviceKey: formerKey, MediaAddressLifetime: 10 * time.Minute})
	const name = "ai-generations/01920000-0000-7000-8000-000000000000.png"
	address := d.signAddress(name, "0123456789abcdefghijkl")
	signature := address[strings.Index(address, "=")+1:]
	b.Run("sign", func(b *testing.B) {
		for b.Loop() {
			d.signAddress(name, "0123456789abcdefghijkl")
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if !d.isSigned(signature, name, "0123456789abcdefghijkl") {
				b.Fatal("not signed")
			}
		}
	})
	w := newEnvironment(b)
	w.becomeDevice(b)
	media := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		_, _ = out.Write(make([]byte, 20<<10))
	}))
	b.Cleanup(media.Close)
	var err error
	if w.gateway.bytes, err = proxyMedia(media.URL); err != nil {
		b.Fatal(err)
	}
	handler := w.gateway.verifyAddress(w.gateway.bytes)
	for kind, query := range map[string]string{"public": "", "signed": "?signature=" + signature} {
		b.Run("serve 20 kB/"+kind, func(b *testing.B) {
			w.gateway.devices = d
			for b.Loop() {
				r := httptest.NewRequestWithContext(b.Context(), "GET", mediaPath+name+query, nil)
				r = r.WithContext(context.WithValue(r.Context(), requestClientKey{},
					requestClient{visitor: "0123456789abcdefghijkl"}))
				answer := httptest.NewRecorder()
				if handler.ServeHTTP(answer, r); answer.Code != http.StatusOK {
					b.Fatal(answer.Code)
				}
			}
		})
	}
}
