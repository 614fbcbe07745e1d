package aiprovider

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"
)

// Error is every error of a Client, but one that a caller's own function returned. Its text is safe
// for logs.
type Error struct {
	Reason     Reason
	Payment    Payment
	Status     int           // HTTP status; 0 without an answer
	Code       string        // the provider's, or the type where it has no code; "" for neither
	RequestID  string        // what the provider calls the request (x-request-id)
	RetryAfter time.Duration // how long the provider wants to be left alone; 0 when it does not say

	streaming bool  // what was refused is that the answer be streamed
	cause     error // of a failure without an answer, or of one that could not be read
}

// Reason is why a call failed. The values are on metrics.
type Reason string

// The reasons.
const (
	ReasonKey          Reason = "key"          // the key is missing, wrong or disabled
	ReasonOrganization Reason = "organization" // the account's organization must be verified first
	ReasonRegion       Reason = "region"       // the provider does not serve this country or region
	ReasonForbidden    Reason = "forbidden"    // another refusal of this key
	// the server has no such model, or none any longer, or has no such call at all
	ReasonModel       Reason = "model"
	ReasonQuota       Reason = "quota"        // the account has no money
	ReasonBusy        Reason = "busy"         // too many calls, or overloaded
	ReasonUnreachable Reason = "unreachable"  // no connection
	ReasonTimeout     Reason = "timeout"      // no whole answer in time
	ReasonNetwork     Reason = "network"      // the connection broke
	ReasonCanceled    Reason = "canceled"     // the caller gave up
	ReasonServer      Reason = "server"       // the provider failed
	ReasonRefused     Reason = "refused"      // the words of the request are not allowed
	ReasonRejected    Reason = "rejected"     // something else of the request is wrong
	ReasonNoImage     Reason = "no_image"     // the answer has no picture, or its address gives none
	ReasonNotAnImage  Reason = "not_an_image" // neither PNG, JPEG nor WebP
	ReasonTooLarge    Reason = "too_large"    // more than is read of such an answer
	ReasonNoContent   Reason = "no_content"   // a chat without a word
	ReasonNotSpeech   Reason = "not_speech"   // no mp3
	ReasonUnreadable  Reason = "unreadable"   // a success that makes no sense
)

// Payment is what is known of whether a failed call was paid.
type Payment string

// What is known of a payment.
const (
	PaymentNone    Payment = "none"    // surely not paid
	PaymentUnknown Payment = "unknown" // may have been paid
	PaymentDue     Payment = "due"     // answered, and paid
)

// payments are those of the reasons whose payment is not unknown.
var payments = map[Reason]Payment{
	ReasonKey: PaymentNone, ReasonOrganization: PaymentNone, ReasonRegion: PaymentNone, ReasonForbidden: PaymentNone,
	ReasonModel: PaymentNone,
	ReasonQuota: PaymentNone, ReasonBusy: PaymentNone, ReasonUnreachable: PaymentNone, ReasonRefused: PaymentNone,
	ReasonRejected: PaymentNone,
	ReasonNoImage:  PaymentDue, ReasonNotAnImage: PaymentDue, ReasonTooLarge: PaymentDue, ReasonNoContent: PaymentDue,
	ReasonNotSpeech: PaymentDue,
}

func newError(r Reason, cause error) *Error {
	payment, ok := payments[r]
	if !ok {
		payment = PaymentUnknown
	}
	return &Error{Reason: r, Payment: payment, cause: cause}
}

// Error names the reason and what identifies the call at the provider. The provider's own sentences
// are left out: they may quote the prompt or the key.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "AI provider: %s", e.Reason)
	if e.Status != 0 {
		fmt.Fprintf(&b, ", status %d", e.Status)
	}
	if e.Code != "" {
		fmt.Fprintf(&b, ", code %s", e.Code)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, ", request %s", e.RequestID)
	}
	if cause := describeConnectionError(e.cause); cause != "" {
		fmt.Fprintf(&b, ": %s", cause)
	}
	return b.String()
}

// Unwrap returns what Go reported, for errors.Is. Its text may hold an address and is not for logs.
func (e *Error) Unwrap() error { return e.cause }

// describeConnectionError says what happened to a connection, when the words are Go's own.
func describeConnectionError(cause error) string {
	var (
		dns    *net.DNSError
		dialed *net.OpError
	)
	switch {
	case cause == nil:
		return ""
	case errors.As(cause, &dns):
		return dns.Err // without the name, which may be of an address that the provider gave
	case errors.As(cause, &dialed):
		return dialed.Error()
	case errors.As(cause, new(*tls.CertificateVerificationError)):
		return "the certificate is not valid"
	}
	for _, known := range []error{context.DeadlineExceeded, context.Canceled, io.ErrUnexpectedEOF, io.EOF,
		syscall.ECONNRESET} {
		if errors.Is(cause, known) {
			return known.Error()
		}
	}
	return ""
}
