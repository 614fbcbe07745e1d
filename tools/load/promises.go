package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// promises are what the platform said is done.
type promises struct {
	mu          sync.Mutex
	before      map[string]int             // likes of a picture before the first of this run
	likes       map[string]map[string]bool // by the picture, the visitors who were told that they like it
	shown       []string                   // publications
	nominations int
	cuts        int // of streams, which go on
}

func newPromises() *promises {
	return &promises{before: make(map[string]int), likes: make(map[string]map[string]bool)}
}

func (p *promises) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *promises) had(i image)         { p.change(func() { p.before[i.ID] = i.Likes }) }
func (p *promises) published(id string) { p.change(func() { p.shown = append(p.shown, id) }) }
func (p *promises) nominated()          { p.change(func() { p.nominations++ }) }
func (p *promises) wasCut()             { p.change(func() { p.cuts++ }) }

func (p *promises) liked(picture, who string) {
	p.change(func() {
		if p.likes[picture] == nil {
			p.likes[picture] = make(map[string]bool)
		}
		p.likes[picture][who] = true
	})
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// hearing keeps each like that is acknowledged.
func (p *promises) hearing(next http.RoundTripper) http.RoundTripper {
	return transport(func(r *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(r)
		if picture, ok := likedBy(r); ok && err == nil && response.StatusCode == http.StatusOK {
			p.liked(picture, r.Header.Get("Cookie"))
		}
		return response, err
	})
}

// settling is how long counts and lists may lag behind.
const settling = time.Minute

// kept looks whether all of it is there, once.
func (p *promises) kept(ctx context.Context, base string) error {
	v, err := arrive(ctx, base, "198.18.255.1")
	if err != nil {
		return err
	}
	for end := time.Now().Add(settling); ; time.Sleep(time.Second) {
		if err = p.compare(ctx, v); err == nil || time.Now().After(end) {
			break
		}
	}
	likes := 0
	for _, who := range p.likes {
		likes += len(who)
	}
	fmt.Printf("promised: %d likes, %d publications, %d nominations; %d streams were cut and went on\n", likes,
		len(p.shown), p.nominations, p.cuts)
	return err
}

// compare tells what is missing in the gallery, or there too often. What waits for operators is not
// public, and is not looked at.
func (p *promises) compare(ctx context.Context, v visitor) error {
	likes, times := make(map[string]int), make(map[string]int)
	if err := v.images(ctx, func(page []image) bool {
		for _, i := range page {
			likes[i.ID] = i.Likes
			times[i.ID]++
		}
		return true
	}); err != nil {
		return err
	}
	var wrong []error
	for picture, who := range p.likes {
		if want := p.before[picture] + len(who); likes[picture] != want {
			wrong = append(wrong, fmt.Errorf("%s has %d likes, and %d were told", picture, likes[picture], want))
		}
	}
	for _, id := range p.shown {
		if times[id] != 1 {
			wrong = append(wrong, fmt.Errorf("%s is there %d times", id, times[id]))
		}
	}
	return errors.Join(wrong...)
}
