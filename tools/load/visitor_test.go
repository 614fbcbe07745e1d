package main

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
)

func TestFirstVisitEndsWithoutAnswer(t *testing.T) {
	before := http.DefaultTransport
	defer func() { http.DefaultTransport = before }()
	http.DefaultTransport = transport(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	synctest.Test(t, func(t *testing.T) {
		if _, err := arrive(t.Context(), "http://mcwick", "198.18.0.1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("arrive() = %v", err)
		}
	})
}
