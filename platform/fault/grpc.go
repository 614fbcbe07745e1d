package fault

import (
	"cmp"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
)

// domain is the ErrorInfo domain of our reasons; a reason of another domain is not ours to show.
const domain = "mcwick"

// messageKey is the metadata key of the message. The status carries it too, but gRPC puts words of
// its own around that when it has tried a call several times.
const messageKey = "message"

// ToStatus is err as it goes over the wire: the reason in ErrorInfo, refused fields in BadRequest,
// the time to come back in RetryInfo. Causes and the texts of internal faults are not sent.
func ToStatus(err error) *status.Status {
	if err == nil {
		return status.New(codes.OK, "")
	}
	e := From(err)
	if e.Kind == KindInternal {
		e = errInternal
	}
	st := status.New(kinds[e.Kind].code, e.Message)
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{Reason: e.Reason, Domain: domain,
		Metadata: map[string]string{messageKey: e.Message}}}
	if len(e.Fields) > 0 {
		bad := &errdetails.BadRequest{}
		for _, f := range e.Fields {
			bad.FieldViolations = append(bad.FieldViolations,
				&errdetails.BadRequest_FieldViolation{Field: f.Name, Description: f.Message})
		}
		details = append(details, bad)
	}
	if e.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(e.RetryAfter)})
	}
	detailed, derr := st.WithDetails(details...)
	if derr != nil {
		return st // the details are an addition; the code and the sentence stand without them
	}
	return detailed
}

// FromStatus rebuilds the fault that another service answered with, so that errors.Is holds on this
// side too. Statuses that gRPC made itself keep their kind and get a reason of
// foreignFaults.
func FromStatus(err error) error {
	st, ok := status.FromError(err)
	if err == nil || !ok {
		return err
	}
	e := &Error{Kind: kindOf(st.Code()), cause: err}
	for _, d := range st.Details() {
		switch d := d.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == domain {
				e.Reason, e.Message = d.GetReason(), d.GetMetadata()[messageKey]
			}
		case *errdetails.BadRequest:
			for _, f := range d.GetFieldViolations() {
				e.Fields = append(e.Fields, Field{Name: f.GetField(), Message: f.GetDescription()})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = d.GetRetryDelay().AsDuration()
		}
	}
	if e.Reason == "" {
		foreign := cmp.Or(foreignFaults[e.Kind], errInternal)
		e.Reason, e.Message, e.RetryAfter = foreign.Reason, foreign.Message, cmp.Or(e.RetryAfter, foreign.RetryAfter)
	}
	return e
}

// foreignFaults are what we say of a status that did not come from our own code: a dead connection, a
// passed deadline, a message that does not parse. Its text is for logs, so the sentence is ours. Kinds
// that gRPC does not make by itself are responses of foreign servers, and INTERNAL whatever they say.
var foreignFaults = map[Kind]*Error{
	KindUnavailable: ErrUnavailable,
	KindTimeout:     errTimeout,
	KindCanceled:    errCanceled,
	KindInvalid:     New(KindInvalid, "INVALID", "The request could not be read."),
	KindLimited: New(KindLimited, "LIMITED", "Too much at once. Try again in a moment.").
		WithRetryAfter(time.Second),
}
