package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// walk is one visitor's way through the platform: a picture is made, published, liked and
// withdrawn, and each step is seen to have happened. It leaves nothing behind.
func walk(ctx context.Context, base string) error {
	m := one{address: "198.19.250.1", said: newPromises()}
	var err error
	if m.visitor, err = arrive(ctx, base, m.address); err != nil {
		return fmt.Errorf("first visit: %w", err)
	}
	artwork, err := m.draw(ctx)
	if err != nil {
		return fmt.Errorf("make a picture: %w", err)
	}
	fmt.Println("made", artwork)

	var published image
	body := map[string]any{"caption": "Checking the release", "overlays": []any{}}
	if err := m.visitor.call(ctx, http.MethodPost, "/api/v1/artworks/"+artwork+"/publications", uuid.NewString(),
		body, &published); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	address := "/api/v1/images/" + published.ID
	if err := m.awaitShown(ctx, published.ID); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	fmt.Println("published", published.ID)

	if err := m.visitor.call(ctx, http.MethodPut, address+"/like", "", nil, new(struct{})); err != nil {
		return fmt.Errorf("like: %w", err)
	}
	if err := until(ctx, func() (bool, error) {
		var liked image
		err := m.visitor.call(ctx, http.MethodGet, address, "", nil, &liked)
		return liked.Likes == 1, err
	}); err != nil {
		return fmt.Errorf("like: it is not counted: %w", err)
	}
	fmt.Println("liked")

	if err := m.visitor.call(ctx, http.MethodDelete, "/api/v1/publications/"+published.ID, "", nil,
		new(struct{})); err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	if err := until(ctx, func() (bool, error) {
		status, err := m.visitor.status(ctx, address)
		return status == http.StatusNotFound, err
	}); err != nil {
		return fmt.Errorf("withdraw: the gallery still shows it: %w", err)
	}
	if status, err := m.visitor.status(ctx, "/media/"+published.ObjectName); err != nil || status != http.StatusGone {
		return fmt.Errorf("withdraw: its bytes answer %d, not %d: %w", status, http.StatusGone, err)
	}
	fmt.Println("withdrawn")
	return nil
}

// until waits for a condition, for as long as a published picture may take to be shown.
func until(ctx context.Context, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, showing)
	defer cancel()
	for {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.New("not within " + showing.String())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
