package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"mcwick.example/deploy/internal/visitor"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// While media look up few at a time they answer 503, which must not stand for gone.
func TestGoneIsWhatEndsAs410(t *testing.T) {
	for after, want := range map[int]string{
		http.StatusGone: "", http.StatusServiceUnavailable: "503", http.StatusOK: "is served",
	} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var down atomic.Bool
				transport := roundTripper(func(*http.Request) (*http.Response, error) {
					w := httptest.NewRecorder()
					w.Header().Set("Cache-Status", "varnish; hit")
					if down.Load() {
						w.WriteHeader(after)
					}
					return w.Result(), nil
				})
				d := &drill{varnish: &varnish{}, bob: &browser{
					Visitor: &visitor.Visitor{Client: &http.Client{Transport: transport}},
				}}
				err := d.checkGone(t.Context(), "a picture", []string{"a"}, func() error {
					down.Store(true)
					return nil
				})
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%v, wanted %q", err, want)
				}
			})
		})
	}
}
