package aiprovider

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// attempt is what becomes known of a call while it runs.
type attempt struct {
	connected atomic.Bool // from now on something may have been sent
	status    int
	requestID string
	rejection *Error // how the provider refused it
}

type attemptKey struct{}

// call makes one call, in its own time and on a span of its own. What ask returns becomes an
// *Error, unless it is a callerError.
func (c *Client) call(
	ctx context.Context, o operation, timeout time.Duration, send func(context.Context) error,
) (err error) {
	a := &attempt{}
	ctx, end := c.startSpan(ctx, o)
	defer func() { end(a, err) }()
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	ctx = httptrace.WithClientTrace(context.WithValue(ctx, attemptKey{}, a), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { a.connected.Store(true) },
	})
	return a.toError(send(ctx))
}

// callerError is an error of a caller's own function.
type callerError struct{ error }

// toError makes an Error of whatever ended the call.
func (a *attempt) toError(err error) error {
	var ours *Error
	var callers callerError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &callers):
		return callers.error
	case a.rejection != nil:
		return a.rejection // though the time may have ended since
	case !errors.As(err, &ours):
		ours = newError(a.reasonOf(err), err)
		if !a.connected.Load() {
			ours.Payment = PaymentNone
		}
	}
	ours.Status, ours.RequestID = a.status, a.requestID
	return ours
}

// reasonOf tells how a call ended that has no answer, or no whole one.
func (a *attempt) reasonOf(err error) Reason {
	var timeout net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return ReasonCanceled
	case !a.connected.Load():
		return ReasonUnreachable
	case errors.As(err, new(*http.MaxBytesError)):
		return ReasonTooLarge
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return ReasonTimeout
	default:
		return ReasonNetwork
	}
}
