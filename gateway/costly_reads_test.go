package main

import (
	"fmt"
	"net/http"
	"testing"

	"mcwick.example/gateway/limits"
)

// Verifies LIMIT-33.
func TestSearchesThatTheGalleryMakesAreLimited(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	w.setLimits(t, limits.Config{limits.Searches: {Address: hourly(2)}})
	now := w.stopClock() // so that answers stay in the cache
	c := w.newDeviceClient(newNetwork(), newDevice())
	search := func(words string) int { return c.do(t, "GET", "/api/v1/images?type=meme&query="+words, "").Code }
	for i, want := range []int{200, 200, 429, 429} {
		if got := search(fmt.Sprint("candle", i)); got != want {
			t.Errorf("search %d: %d, want %d", i, got, want)
		}
	}
	if got := search("candle0"); got != http.StatusOK {
		t.Errorf("one that is in the cache: %d", got)
	}
	now.add(cacheTTL)
	if got := search("candle0"); got != http.StatusTooManyRequests {
		t.Errorf("one that is not fresh any more: %d", got)
	}
	other := w.newDeviceClient(newNetwork(), newDevice())
	if answer := other.do(t, "GET", "/api/v1/images?type=meme&query=candle0", ""); answer.Code != http.StatusOK ||
		answer.Header().Get("McWick-Stale") != "" {
		t.Errorf("another visitor's, who is within the limit: %d %v", answer.Code, answer.Header())
	}
	for i := range 5 {
		path := fmt.Sprint("/api/v1/images?type=meme&pageSize=", i+1)
		if answer := c.do(t, "GET", path, ""); answer.Code != http.StatusOK {
			t.Errorf("a list: %d", answer.Code)
		}
	}
}

// Verifies LIMIT-33.
func TestCardsThatHaveToBeDrawnAreLimited(t *testing.T) {
	w := newEnvironment(t)
	images := memes(4)
	w.services.set(nil, images...)
	w.setLimits(t, limits.Config{limits.Cards: {Address: hourly(2)}})
	c := w.newDeviceClient(newNetwork(), nil)
	card := func(i int) int {
		return c.do(t, "GET", cardImagePath("/gallery/"+images[i].GetId()), "").Code
	}
	for i, want := range []int{200, 200, 429, 429} {
		if got := card(i); got != want {
			t.Errorf("card %d: %d, want %d", i, got, want)
		}
	}
	for range 5 {
		if got := card(0); got != http.StatusOK {
			t.Errorf("one that was drawn: %d", got)
		}
	}
}
