package aiprovider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// download fetches a picture from an address of the answer, which may name anything: only the
// provider's own host is reached as it was configured, every other over TLS and at public
// addresses. No key is sent. The picture was made, so whatever goes wrong, it is paid.
func (c *Client) download(ctx context.Context, address string) ([]byte, error) {
	u, client, err := c.resolve(address)
	if err != nil {
		return nil, newError(ReasonNoImage, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, newError(ReasonNoImage, err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, downloadError(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, newError(ReasonNoImage, nil)
	}
	image, err := io.ReadAll(http.MaxBytesReader(nil, answer.Body, maxImage))
	if err != nil {
		return nil, downloadError(err)
	}
	return image, nil
}

// resolve returns the address and who may reach it. A relative one is the provider's.
func (c *Client) resolve(address string) (*url.URL, *http.Client, error) {
	u, err := c.base.Parse(address)
	switch {
	case err != nil:
		return nil, nil, err
	case u.User != nil:
		return nil, nil, errors.New("the address holds a password")
	case u.Scheme == c.base.Scheme && u.Host == c.base.Host:
		return u, c.own, nil
	case u.Scheme != "https":
		return nil, nil, errors.New("the address is neither https nor the provider's own")
	}
	return u, c.public, nil
}

// downloadError says how the fetching of a picture failed.
func downloadError(err error) *Error {
	var large *http.MaxBytesError
	reason := ReasonNoImage
	switch {
	case errors.Is(err, context.Canceled):
		reason = ReasonCanceled
	case errors.Is(err, context.DeadlineExceeded):
		reason = ReasonTimeout
	case errors.As(err, &large):
		reason = ReasonTooLarge
	}
	e := newError(reason, err)
	e.Payment = PaymentDue
	return e
}
