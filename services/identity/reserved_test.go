package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// Verifies MOD-50.
func TestReservedHandlesAreNotTaken(t *testing.T) {
	w := newEnvironment(t, 1)
	for _, handle := range []string{"@McWick", "mcwick_official", "Admin"} {
		if _, err := w.newPerson(t).register(t, handle); reasonOf(err) != "HANDLE_RESERVED" {
			t.Errorf("%s: %v", handle, err)
		}
	}
	p := w.newPerson(t).mustRegister(t)
	change := func(handle string) string {
		_, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
		return reasonOf(err)
	}
	before := p.current(t).GetUser().GetXHandle()
	if got := change("@Moderator"); got != "HANDLE_RESERVED" || p.current(t).GetUser().GetXHandle() != before {
		t.Errorf("changed to a reserved one: %q", got)
	}
	if got := change("@founder"); got != "" {
		t.Fatal(got)
	}
	testkit.Exec(t, w.pool, `INSERT INTO reserved_handles (x_handle) VALUES ('@founder')`)
	if got := change("@Founder"); got != "" || p.current(t).GetUser().GetXHandle() != "@Founder" {
		t.Errorf("who has a reserved handle spells it anew: %q", got)
	}
	if _, err := p.prove(t); err != nil {
		t.Errorf("who has a reserved handle logs in: %v", err)
	}
}

// Verifies MOD-50.
func TestOperatorsReserveAndReleaseHandles(t *testing.T) {
	w := newEnvironment(t, 1)
	conn := w.DialOperator(t, "token-a")
	operator, ctx := identityv1.NewIdentityOperatorServiceClient(conn), t.Context()
	reserve := func(handle string) string {
		_, err := operator.ReserveHandle(ctx, &identityv1.ReserveHandleRequest{XHandle: handle, Note: "a founder's"})
		return reasonOf(err)
	}
	for _, c := range []struct{ handle, want string }{{"Vitalik", ""}, {"@vitalik", "HANDLE_ALREADY_RESERVED"},
		{"<b>", "HANDLE_INVALID"}} {
		if got := reserve(c.handle); got != c.want {
			t.Errorf("%s: %q", c.handle, got)
		}
	}
	if _, err := w.newPerson(t).register(t, "@VITALIK"); reasonOf(err) != "HANDLE_RESERVED" {
		t.Errorf("a reserved handle: %v", err)
	}
	list, err := operator.ListReservedHandles(ctx, &identityv1.ListReservedHandlesRequest{AfterHandle: "@the",
		PageSize: 2})
	if diff := cmp.Diff([]string{"@themcwick", "@vitalik"}, list.GetXHandles()); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for _, want := range []string{"", "HANDLE_NOT_RESERVED"} {
		_, err := operator.ReleaseHandle(ctx, &identityv1.ReleaseHandleRequest{XHandle: "VITALIK", Note: "it is him"})
		if reasonOf(err) != want {
			t.Errorf("released: %v, want %q", err, want)
		}
	}
	if _, err := w.newPerson(t).register(t, "@vitalik"); err != nil {
		t.Errorf("a released handle: %v", err)
	}
	acts, err := operatorv1.NewOperatorServiceClient(conn).ListActs(ctx, &operatorv1.ListActsRequest{})
	if err != nil || len(acts.GetActs()) != 2 || acts.GetActs()[1].GetAct() != "reserve-handle" ||
		acts.GetActs()[0].GetSubject() != "@vitalik" || acts.GetActs()[0].GetNote() != "it is him" {
		t.Errorf("%v, %v", acts, err)
	}
}
