package fault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestKindsMapToGRPCAndHTTP(t *testing.T) {
	want := map[Kind]struct {
		code   codes.Code
		status int
	}{
		KindInvalid:         {codes.InvalidArgument, 400},
		KindUnauthenticated: {codes.Unauthenticated, 401},
		KindForbidden:       {codes.PermissionDenied, 403},
		KindNotFound:        {codes.NotFound, 404},
		KindConflict:        {codes.AlreadyExists, 409},
		KindPrecondition:    {codes.FailedPrecondition, 409},
		KindLimited:         {codes.ResourceExhausted, 429},
		KindUnavailable:     {codes.Unavailable, 503},
		KindTimeout:         {codes.DeadlineExceeded, 504},
		KindCanceled:        {codes.Canceled, 499},
		KindInternal:        {codes.Internal, 500},
	}
	if len(want) != len(kinds) {
		t.Fatalf("the table has %d kinds, the test %d", len(kinds), len(want))
	}
	for k, w := range want {
		t.Run(k.String(), func(t *testing.T) {
			st := ToStatus(New(k, "SOME_REASON", "A sentence."))
			if st.Code() != w.code || k.HTTPStatus() != w.status {
				t.Errorf("got %v and %d, want %v and %d", st.Code(), k.HTTPStatus(), w.code, w.status)
			}
			if got := From(FromStatus(st.Err())).Kind; got != k {
				t.Errorf("came back as %v", got)
			}
		})
	}
}

func TestFaultsRoundTripOverGRPC(t *testing.T) {
	sent := &Error{
		Kind: KindInvalid, Reason: "CAPTION_TOO_LONG", Message: "Too long.",
		Fields: []Field{{Name: "caption", Message: "Too long."}}, RetryAfter: 1500 * time.Millisecond,
	}
	got := FromStatus(ToStatus(sent).Err())
	if !errors.Is(got, New(KindInvalid, "CAPTION_TOO_LONG", "")) {
		t.Fatalf("errors.Is does not hold for %v", got)
	}
	e := From(got)
	if diff := cmp.Diff(sent.Fields, e.Fields); diff != "" || e.RetryAfter != sent.RetryAfter ||
		e.Message != sent.Message {
		t.Errorf("changed on the way: %v %s", e, diff)
	}
}

func TestIsFault(t *testing.T) {
	cases := map[string]struct {
		err    error
		broken bool
	}{
		"no error":             {nil, false},
		"a refusal":            {New(KindNotFound, "X", ""), false},
		"a caller that left":   {context.Canceled, false},
		"a passed deadline":    {fmt.Errorf("query: %w", context.DeadlineExceeded), true},
		"anything unknown":     {errors.New("boom"), true},
		"a dead connection":    {FromStatus(status.Error(codes.Unavailable, "connection refused")), true},
		"somebody else's busy": {FromStatus(status.Error(codes.ResourceExhausted, "x")), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := IsFault(c.err); got != c.broken {
				t.Errorf("IsFault(%v) = %v", c.err, got)
			}
		})
	}
}

func TestInternalErrorTextsAreNotExposed(t *testing.T) {
	secret := errors.New("password=hunter2")
	if st := ToStatus(secret); st.Message() != errInternal.Message {
		t.Errorf("status says %q", st.Message())
	}
	want := Problem{
		Type: "about:blank", Title: "Internal Server Error", Status: http.StatusInternalServerError,
		Code: "INTERNAL", Detail: errInternal.Message, TraceID: "abc",
	}
	if diff := cmp.Diff(want, ToProblem(secret, "abc")); diff != "" {
		t.Error(diff)
	}
	if st := status.New(codes.Internal, "grpc: secret"); From(FromStatus(st.Err())).Message != errInternal.Message {
		t.Error("a foreign status shows its text")
	}
}
