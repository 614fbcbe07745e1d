package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

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

// takeHandle takes a handle away and returns the answer, or the reason why not.
func (w *environment) takeHandle(t *testing.T, handle string) (*identityv1.TakeHandleResponse, string) {
	t.Helper()
	r, err := identityv1.NewIdentityOperatorServiceClient(w.DialOperator(t, "token-a")).
		TakeHandle(t.Context(), &identityv1.TakeHandleRequest{XHandle: handle, Note: "it is another's"})
	return r, reasonOf(err)
}

// Verifies MOD-117.
func TestOperatorsTakeHandlesAway(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@Famous_One"); err != nil {
		t.Fatal(err)
	}
	account := p.account(t)
	r, reason := w.takeHandle(t, "famous_ONE")
	if reason != "" || r.GetAccount() != account || !strings.HasPrefix(r.GetXHandle(), "@mcanon") {
		t.Fatalf("%v, %q", r, reason)
	}
	if u := p.current(t).GetUser(); u.GetXHandle() != r.GetXHandle() || !u.GetIsPrivate() {
		t.Errorf("the account has %v", u)
	}
	for _, handle := range []string{"@Famous_One", r.GetXHandle()} {
		if _, reason := p.profile(t, handle); reason != "PROFILE_NOT_FOUND" {
			t.Errorf("the profile of %s: %q", handle, reason)
		}
	}
	if _, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: "@Famous_One",
		IsPrivate: new(false)}); reasonOf(err) != "HANDLE_RESERVED" {
		t.Errorf("taken again: %v", err)
	}
	if _, err := w.newPerson(t).register(t, "@famous_one"); reasonOf(err) != "HANDLE_RESERVED" {
		t.Errorf("registered again: %v", err)
	}
	for _, handle := range []string{"@Famous_One", "@free_one"} {
		if _, reason := w.takeHandle(t, handle); reason != "HANDLE_NOT_FOUND" {
			t.Errorf("%s, which no account has: %q", handle, reason)
		}
	}
	if n := testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM reserved_handles WHERE x_handle = '@free_one'`); n != 0 {
		t.Error("a handle that no account has is reserved")
	}
	if got := testkit.QueryOne[string](t, w.pool,
		`SELECT string_agg(operator || ' ' || act || ' ' || subject || ' ' || note, ',') FROM operator_acts`,
	); got != "ada take-handle @famous_one it is another's" {
		t.Errorf("the audit has %q", got)
	}
	want := &identityv1.ProfileChanged{Account: account, XHandle: r.GetXHandle(), IsPrivate: true}
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicProfile, "the change", func(m kafka.Message) bool {
		var change identityv1.ProfileChanged
		if string(m.Key) != account || proto.Unmarshal(m.Value, &change) != nil {
			return false
		}
		change.ChangeTime, change.Version = nil, 0
		if diff := cmp.Diff(want, &change, protocmp.Transform()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		return true
	})
}

// takeHandleDuring takes a handle away while a transaction is open, which calls waits until the operator's act waits.
func (w *environment) takeHandleDuring(t *testing.T, handle string, do func(tx pgx.Tx, waits func()) error) error {
	t.Helper()
	var both sync.WaitGroup
	defer both.Wait()
	return pgx.BeginFunc(t.Context(), w.pool, func(tx pgx.Tx) error {
		return do(tx, func() {
			both.Go(func() {
				if r, reason := w.takeHandle(t, handle); reason != "" {
					t.Errorf("%v, %q", r, reason)
				}
			})
			testkit.WaitForLock(t, w.pool, "the operator's act waits")
		})
	})
}

// A program, also one of the last release, looks whether a handle is reserved, and then has an account take it.
// Verifies MOD-117.
func TestHandleThatIsTakenAwayIsTakenByNoOther(t *testing.T) {
	w := newEnvironment(t, 1)
	p, other := w.newPerson(t), w.newPerson(t).mustRegister(t)
	if _, err := p.register(t, "@famous_two"); err != nil {
		t.Fatal(err)
	}
	err := w.takeHandleDuring(t, "@famous_two", func(tx pgx.Tx, waits func()) error {
		_, err := tx.Exec(t.Context(), `SELECT FROM reserved_handles WHERE x_handle = '@famous_two'`)
		waits()
		if err == nil {
			_, err = tx.Exec(t.Context(), `UPDATE users SET x_handle = '@famous_two' WHERE public_key = $1`, other.public)
		}
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "users_handle_once") {
		t.Errorf("it is not the first account's until then: %v", err)
	}
}

// Verifies MOD-117.
func TestHandleIsTakenAwayWhileItsKeyIsReplaced(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@famous_three"); err != nil {
		t.Fatal(err)
	}
	if err := w.takeHandleDuring(t, "@famous_three", func(tx pgx.Tx, waits func()) error {
		_, err := tx.Exec(t.Context(), `WITH old AS (UPDATE users SET superseded_by = repeat('a', 64) WHERE public_key = $1
			RETURNING account, x_handle) INSERT INTO users (public_key, verify_key, account, x_handle)
			SELECT repeat('a', 64), sha256('a'), account, x_handle FROM old`, p.public)
		waits()
		return err
	}); err != nil {
		t.Error(err)
	}
	left := testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM users WHERE x_handle = '@famous_three'`)
	if u := p.current(t).GetUser(); left != 0 || !u.GetIsPrivate() {
		t.Errorf("the account has %v, and %d of its keys the handle", u, left)
	}
}

// Verifies MOD-118.
func TestOperatorsDeleteNamesForEarlyAccess(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	for _, handle := range []string{"@Early_One", "@early_two"} {
		if _, err := p.client.RequestEarlyAccess(p.context(t, ""),
			&identityv1.RequestEarlyAccessRequest{XHandle: handle}); err != nil {
			t.Fatal(err)
		}
	}
	operator := identityv1.NewIdentityOperatorServiceClient(w.DialOperator(t, "token-a"))
	for _, want := range []string{"", "EARLY_ACCESS_NOT_FOUND"} {
		if _, err := operator.DeleteEarlyAccess(t.Context(),
			&identityv1.DeleteEarlyAccessRequest{XHandle: "early_ONE", Note: "a wish"}); reasonOf(err) != want {
			t.Errorf("deleted: %v, want %q", err, want)
		}
	}
	if got := testkit.QueryOne[string](t, w.pool, `SELECT string_agg(x_handle, ',') FROM early_access_users`); got != "@early_two" {
		t.Errorf("there are %q", got)
	}
	if got := testkit.QueryOne[string](t, w.pool, `SELECT string_agg(act || ' ' || subject || ' ' || note, ',')
		FROM operator_acts`); got != "delete-early-access 1 name a wish" {
		t.Errorf("the audit has %q", got)
	}
}
