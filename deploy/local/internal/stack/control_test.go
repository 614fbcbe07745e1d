package stack

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mcwick.example/platform/netfault"
)

func TestControlFaultsConnectionsByName(t *testing.T) {
	backend := httptest.NewServer(http.NotFoundHandler())
	defer backend.Close()
	proxy, err := netfault.Listen(t.Context(), "127.0.0.1:0", backend.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	control := httptest.NewServer(control{stack: newStack(t, Settings{}),
		proxies: map[string]*netfault.Proxy{"gallery": proxy}, two: func() []string { return nil }}.handler())
	defer control.Close()
	send := func(method, url string) (status int, text string) {
		request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Close = true
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0, err.Error()
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return response.StatusCode, strings.TrimSpace(string(body))
	}
	for _, step := range []struct {
		path         string
		status, then int
	}{
		{"/connections/gallery/stop", 200, 0},
		{"/connections/gallery/start", 200, 404},
		{"/connections/nothing/stop", 500, 404},
		{"/connections/gallery/burn", 500, 404},
		{"/programs/gallery-1/last", 500, 404},
	} {
		status, text := send(http.MethodPost, control.URL+step.path)
		through, _ := send(http.MethodGet, "http://"+proxy.Addr())
		if status != step.status || through != step.then {
			t.Errorf("%s: %d %s; then %d through the proxy", step.path, status, text, through)
		}
	}
}
