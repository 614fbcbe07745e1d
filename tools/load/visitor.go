package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// visitor has a device cookie and an address.
type visitor struct {
	base   string
	header http.Header
}

// arrive requests the current session, which sets a device cookie.
func arrive(ctx context.Context, base, address string) (visitor, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	v := visitor{base, http.Header{"X-Forwarded-For": {address}, "Accept": {"text/html, application/json"}}}
	response, err := v.send(ctx, http.MethodGet, "/api/v1/sessions/current", "", nil)
	if err != nil {
		return v, err
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		v.header.Add("Cookie", cookie.Name+"="+cookie.Value)
	}
	if v.header.Get("Cookie") == "" {
		return v, fmt.Errorf("no cookie for %s", address)
	}
	return v, nil
}

// send gives the answer to a request, unless it is a refusal. A key makes the request one that may
// be sent again.
func (v visitor) send(ctx context.Context, method, path, key string, body any) (*http.Response, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, v.base+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header = v.header.Clone()
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		defer response.Body.Close()
		problem, _ := io.ReadAll(io.LimitReader(response.Body, 400))
		return nil, fmt.Errorf("%s %s: %s %s", method, path, response.Status, problem)
	}
	return response, nil
}

// call sends a request and decodes the response within requestTimeout.
func (v visitor) call(ctx context.Context, method, path, key string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	response, err := v.send(ctx, method, path, key, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		return fmt.Errorf("%s %s: %s: %w", method, path, response.Status, err)
	}
	return nil
}

// status is how a GET is answered, whatever that is.
func (v visitor) status(ctx context.Context, path string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+path, nil)
	if err != nil {
		return 0, err
	}
	request.Header = v.header.Clone()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

// image is a picture of the gallery.
type image struct {
	ID         string
	ObjectName string
	Likes      int
}

// images gives the gallery from the newest on, as many pages as more asks for.
func (v visitor) images(ctx context.Context, more func(page []image) bool) error {
	for cursor := ""; ; {
		var page struct {
			Images     []image
			NextCursor string
		}
		if err := v.call(ctx, http.MethodGet, "/api/v1/images?cursor="+cursor, "", nil, &page); err != nil {
			return err
		}
		if !more(page.Images) || page.NextCursor == "" {
			return nil
		}
		cursor = page.NextCursor
	}
}
