package provider

import (
	"errors"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/fault"
	"mcwick.example/services/generation/internal/generation"
)

// faults maps the reasons of a provider's client to this service's faults.
var faults = map[aiprovider.Reason]*fault.Error{
	aiprovider.ReasonKey:          generation.ErrKey,
	aiprovider.ReasonForbidden:    generation.ErrKey,
	aiprovider.ReasonOrganization: generation.ErrOrganization,
	aiprovider.ReasonRegion:       generation.ErrRegion,
	aiprovider.ReasonModel:        generation.ErrModel,
	aiprovider.ReasonQuota:        generation.ErrQuota,
	aiprovider.ReasonBusy:         generation.ErrProviderBusy,
	aiprovider.ReasonUnreachable:  generation.ErrUnreachable,
	aiprovider.ReasonTimeout:      generation.ErrTimeout,
	aiprovider.ReasonNetwork:      generation.ErrNetwork,
	aiprovider.ReasonServer:       generation.ErrImage,
	aiprovider.ReasonUnreadable:   generation.ErrImage,
	aiprovider.ReasonRefused:      generation.ErrRefused,
	aiprovider.ReasonRejected:     generation.ErrRejected,
	aiprovider.ReasonNoImage:      generation.ErrNoImage,
	aiprovider.ReasonNotAnImage:   generation.ErrNotAnImage,
	aiprovider.ReasonTooLarge:     generation.ErrTooLarge,
	aiprovider.ReasonNoContent:    generation.ErrNoContent,
	aiprovider.ReasonNotSpeech:    generation.ErrNotSpeech,
}

// outcomes maps what is known of a payment to the ledger's outcomes.
var outcomes = map[aiprovider.Payment]generation.Outcome{
	aiprovider.PaymentNone: generation.OutcomeFailed, aiprovider.PaymentUnknown: generation.OutcomeUnknown,
	aiprovider.PaymentDue: generation.OutcomeSettled,
}

// translate returns the fault for a client's error, and whether the call was paid. The error with
// which a reader ended a stream stays as it is.
func translate(err error) error {
	var e *aiprovider.Error
	if !errors.As(err, &e) {
		return err
	}
	known := faults[e.Reason]
	if known == nil {
		known = generation.ErrImage
	}
	return &generation.CallError{Fault: known.WithRetryAfter(e.RetryAfter).WithCause(err), Outcome: outcomes[e.Payment]}
}
