// Package fault is the one kind of error that crosses a boundary. A fault has a kind (what the
// caller can do about it), a stable reason code (what programs branch on) and a message that may be
// shown. The kinds and their gRPC and HTTP forms stand in one table, in kinds.go.
package fault

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// Error is a refusal or a failure with a kind. The zero value is an internal failure.
type Error struct {
	Kind    Kind
	Reason  string  // stable, UPPER_SNAKE, such as VIDEO_NOT_FOUND
	Message string  // one sentence that may be shown to a visitor
	Fields  []Field // what was wrong with each field; only with KindInvalid
	// RetryAfter is when a repeat may succeed; 0 when nothing is known.
	RetryAfter time.Duration

	cause error
}

// Field is one refused field of an input.
type Field struct {
	Name    string // path in the JSON body, such as overlays[0].content
	Message string // one sentence that may be shown to a visitor
}

// New makes a fault; packages keep theirs as sentinels and compare with errors.Is.
func New(kind Kind, reason, message string) *Error {
	return &Error{Kind: kind, Reason: reason, Message: message}
}

// Invalid reports every bad field at once; the first one's message stands for all. It is nil when
// there are none, so that Validate methods can end with it.
func Invalid(reason string, fields ...Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Reason: reason, Message: fields[0].Message, Fields: fields}
}

// Error is for logs: the reason, the message and what caused it.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Reason)
	b.WriteString(": ")
	b.WriteString(e.Message)
	if e.cause != nil {
		b.WriteString(": ")
		b.WriteString(e.cause.Error())
	}
	return b.String()
}

// Unwrap returns what caused the fault. The cause is never shown to a visitor.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is the same fault, by reason. So a sentinel matches what another
// service answered, after it went over the wire.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Reason == e.Reason
}

// WithCause is a copy of e that remembers what caused it.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// WithRetryAfter is a copy of e that says when a repeat may succeed.
func (e *Error) WithRetryAfter(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// ErrUnavailable says that a service or store cannot be reached.
var ErrUnavailable = New(KindUnavailable, "UNAVAILABLE",
	"That part of the house is dark right now. Try again in a moment.").WithRetryAfter(time.Second)

// The faults that no package owns.
var (
	errInternal = New(KindInternal, "INTERNAL", "Something went wrong on our side. Try again in a moment.")
	errTimeout  = New(KindTimeout, "TIMEOUT", "That took too long. Try again in a moment.")
	errCanceled = New(KindCanceled, "CANCELED", "The request was given up.")
)

// From returns the fault in err's chain. A context's end becomes a timeout or a cancel, anything
// else an internal fault that keeps err as its cause. From(nil) is nil.
func From(err error) *Error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return errTimeout.WithCause(err)
	case errors.Is(err, context.Canceled):
		return errCanceled.WithCause(err)
	default:
		return errInternal.WithCause(err)
	}
}

// FromPanic is the error of a panic, with where it happened: what recover gave, in the deferred
// function itself.
func FromPanic(panicked any) error { return fmt.Errorf("panic: %v\n%s", panicked, debug.Stack()) }

// IsFault says whether err means that something is broken, as opposed to a call that was refused.
// The server's chain asks it, and with it the log levels and the spans. Breakers count less: what
// is away.
func IsFault(err error) bool {
	return err != nil && kinds[From(err).Kind].broken
}
