package aiprovider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"code.dny.dev/ssrf"

	"mcwick.example/platform/retry"
)

// downloadRetry gives the host of a file another chance, within the call's time: the picture is paid,
// and cannot be asked for again.
var downloadRetry = retry.Policy{Attempts: 3, Backoff: time.Second, RetryIf: mayDownloadLater}

// download fetches a picture from an address of the answer, which may name anything: only the
// provider's own host is reached as it was configured, every other over TLS and at public
// addresses. No key is sent. The picture was made, so whatever goes wrong, it is paid.
func (c *Client) download(ctx context.Context, address string) ([]byte, error) {
	u, client, err := c.resolve(address)
	if err != nil {
		return nil, newError(ReasonNoImage, err)
	}
	image, err := retry.Do(ctx, downloadRetry,
		func(ctx context.Context) ([]byte, error) { return fetch(ctx, client, u) })
	if err != nil {
		return nil, downloadError(err)
	}
	return image, nil
}

// fileStatus is the status of an answer that is no file.
type fileStatus int

func (s fileStatus) Error() string { return "status " + strconv.Itoa(int(s)) }

// fetch reads the file at an address once.
func fetch(ctx context.Context, client *http.Client, u *url.URL) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fileStatus(answer.StatusCode)
	}
	return io.ReadAll(http.MaxBytesReader(nil, answer.Body, maxImage))
}

// mayDownloadLater reports whether a failure may pass: of the connection, or of a host that has not
// stored the file yet or is overloaded. An address that may not be reached stays one.
func mayDownloadLater(err error) bool {
	if status, ok := errors.AsType[fileStatus](err); ok {
		return status == http.StatusNotFound || status == http.StatusTooManyRequests || status >= 500
	}
	return !errors.As(err, new(*http.MaxBytesError)) && !errors.Is(err, ssrf.ErrProhibitedIP) &&
		!errors.Is(err, ssrf.ErrProhibitedPort)
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
	reason := ReasonNoImage
	switch {
	case errors.Is(err, context.Canceled):
		reason = ReasonCanceled
	case errors.Is(err, context.DeadlineExceeded):
		reason = ReasonTimeout
	case errors.As(err, new(*http.MaxBytesError)):
		reason = ReasonTooLarge
	}
	e := newError(reason, err)
	e.Payment = PaymentDue
	return e
}
