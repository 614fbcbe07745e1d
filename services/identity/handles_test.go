package main

import (
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text/texttest"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// Every call that takes a handle agrees on what is one.
// Verifies VERSE-23.
func TestCallsAgreeOnHandles(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	operator := identityv1.NewIdentityOperatorServiceClient(w.DialOperator(t, "token-a"))
	for name, call := range map[string]func(handle string) error{
		"early access": func(handle string) error {
			_, err := p.client.RequestEarlyAccess(p.context(t, ""),
				&identityv1.RequestEarlyAccessRequest{XHandle: handle})
			return err
		},
		"profile": func(handle string) error {
			_, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
			return err
		},
		"reserved": func(handle string) error {
			r := &identityv1.ReserveHandleRequest{XHandle: handle, Note: "a test's"}
			if _, err := operator.ReserveHandle(t.Context(), r); err != nil {
				return err
			}
			_, err := operator.ReleaseHandle(t.Context(), &identityv1.ReleaseHandleRequest{XHandle: handle})
			return err
		},
		"taken away": func(handle string) error {
			return exceptNotFound(operator.TakeHandle(t.Context(), &identityv1.TakeHandleRequest{XHandle: handle}))
		},
		"early access, deleted": func(handle string) error {
			return exceptNotFound(operator.DeleteEarlyAccess(t.Context(),
				&identityv1.DeleteEarlyAccessRequest{XHandle: handle}))
		},
	} {
		for _, c := range texttest.HandleCases(t) {
			want := ""
			if c.Handle == "" {
				want = "HANDLE_INVALID"
			}
			if got := reasonOf(call(c.Text)); got != want {
				t.Errorf("%s of %q: refused as %q, want %q", name, c.Text, got, want)
			}
		}
	}
}

// exceptNotFound returns the error of a call, unless it is that the handle is unknown.
func exceptNotFound[R any](_ R, err error) error {
	if err != nil && fault.From(err).Kind == fault.KindNotFound {
		return nil
	}
	return err
}
