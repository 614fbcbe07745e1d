package fault

import (
	"net/http"

	"google.golang.org/grpc/codes"
)

// Kind says what a caller can do about a fault.
type Kind uint8

// The kinds. Internal is the zero value, so that an unset kind is never taken for a refusal.
const (
	KindInternal        Kind = iota // a bug or a broken part of the platform; the text is fixed
	KindInvalid                     // the input breaks a rule; change it
	KindUnauthenticated             // no proof, or a bad one
	KindForbidden                   // proven, but not allowed
	KindNotFound                    // absent, or not yours
	KindConflict                    // another request was first
	KindPrecondition                // right call, wrong moment
	KindLimited                     // too much; come back after RetryAfter
	KindUnavailable                 // a part is down; come back
	KindTimeout                     // the deadline passed
	KindCanceled                    // the caller gave up
)

// kinds is the mapping of style: kind ↔ gRPC code ↔ HTTP status. Its test walks it both ways.
var kinds = [...]struct {
	name   string
	code   codes.Code
	status int
	broken bool // counts as a failure of the platform
}{
	KindInternal:        {"internal", codes.Internal, http.StatusInternalServerError, true},
	KindInvalid:         {"invalid", codes.InvalidArgument, http.StatusBadRequest, false},
	KindUnauthenticated: {"unauthenticated", codes.Unauthenticated, http.StatusUnauthorized, false},
	KindForbidden:       {"forbidden", codes.PermissionDenied, http.StatusForbidden, false},
	KindNotFound:        {"not_found", codes.NotFound, http.StatusNotFound, false},
	KindConflict:        {"conflict", codes.AlreadyExists, http.StatusConflict, false},
	KindPrecondition:    {"precondition", codes.FailedPrecondition, http.StatusConflict, false},
	KindLimited:         {"limited", codes.ResourceExhausted, http.StatusTooManyRequests, false},
	KindUnavailable:     {"unavailable", codes.Unavailable, http.StatusServiceUnavailable, true},
	KindTimeout:         {"timeout", codes.DeadlineExceeded, http.StatusGatewayTimeout, true},
	KindCanceled:        {"canceled", codes.Canceled, 499, false}, // 499: the status proxies log for a client that left
}

// String is the kind's name in logs and metrics.
func (k Kind) String() string { return kinds[k].name }

// HTTPStatus is the status of a problem document of this kind.
func (k Kind) HTTPStatus() int { return kinds[k].status }

// kindOf is the kind of a gRPC code. Codes that no kind has are internal, except Aborted and
// OutOfRange, which frameworks use for conflicts and bad input.
func kindOf(c codes.Code) Kind {
	switch c {
	case codes.Aborted:
		return KindConflict
	case codes.OutOfRange:
		return KindInvalid
	}
	for k, row := range kinds {
		if row.code == c {
			return Kind(k)
		}
	}
	return KindInternal
}
