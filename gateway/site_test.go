package main

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestSiteSettingsFollowTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/")
	if err != nil {
		t.Fatal(err)
	}
	get := func() string {
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest("GET", "/config.json", nil))
		return r.Body.String()
	}
	write(t, path, siteText("McWack"))
	if err := s.load(); err != nil || !strings.Contains(get(), "McWack") {
		t.Fatalf("%v, %s", err, get())
	}
	if !strings.Contains(get(), `"airdropDate":"2025 Q1"`) {
		t.Errorf("a file from before the setting lacks it: %s", get())
	}
	for _, broken := range []string{"{", `{"brand":{}}`, `{"unknown":1}`} {
		write(t, path, broken)
		if err := s.load(); err == nil || !strings.Contains(get(), "McWack") {
			t.Errorf("after %q: %v, %s", broken, err, get())
		}
	}
}
