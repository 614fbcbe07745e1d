package main

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// update changes the profile of the session's account.
func (p *person) update(t *testing.T, handle string, isPrivate *bool) *identityv1.Session {
	t.Helper()
	s, err := p.client.UpdateProfile(p.context(t, ""),
		&identityv1.UpdateProfileRequest{XHandle: handle, IsPrivate: isPrivate})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// profile returns what everybody sees, or the reason why not.
func (p *person) profile(t *testing.T, handle string) (*identityv1.Profile, string) {
	t.Helper()
	found, err := p.client.GetProfile(t.Context(), &identityv1.GetProfileRequest{Handle: handle})
	return found, reasonOf(err)
}

// Verifies PROF-2.
func TestProfilesAreFoundByHandle(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@Prof_One"); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, w.pool, `UPDATE users SET created_at = '2026-03-04 15:16:17Z' WHERE public_key = $1`, p.public)
	want := &identityv1.Profile{Handle: "@Prof_One",
		CreateTime: timestamppb.New(time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC))}
	for _, handle := range []string{"@Prof_One", "prof_one"} {
		got, reason := p.profile(t, handle)
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
			t.Errorf("%s: %q %s", handle, reason, diff)
		}
	}
	for handle, want := range map[string]string{"@nobody_has_it": "PROFILE_NOT_FOUND", "<b>": "HANDLE_INVALID"} {
		if _, got := p.profile(t, handle); got != want {
			t.Errorf("%s: %q, want %q", handle, got, want)
		}
	}
}

// Verifies PROF-3, PROF-7.
func TestPrivateProfilesAreNotFound(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@prof_two"); err != nil {
		t.Fatal(err)
	}
	for _, isPrivate := range []*bool{proto.Bool(true), proto.Bool(true), nil} { // the repeats change nothing
		if s := p.update(t, "@prof_two", isPrivate); !s.GetUser().GetIsPrivate() {
			t.Errorf("answered %v", s)
		}
	}
	if s := p.update(t, "@prof_2", nil); !s.GetUser().GetIsPrivate() {
		t.Errorf("a change of the handle makes it public: %v", s)
	}
	if _, reason := p.profile(t, "@prof_2"); reason != "PROFILE_NOT_FOUND" {
		t.Errorf("a private profile: %q", reason)
	}
	if _, err := p.prove(t); err != nil || !p.current(t).GetUser().GetIsPrivate() {
		t.Errorf("after a log-in: %v, %v", p.current(t), err)
	}
	p.update(t, "@prof_2", proto.Bool(false))
	if _, reason := p.profile(t, "@prof_2"); reason != "" {
		t.Errorf("a public profile: %q", reason)
	}

	account := p.sessionAccount(t).GetAccount()
	before := time.Now().Add(-time.Hour).UnixMilli()
	versions := []int64{before} // later than what a restored database had
	var seen []*identityv1.ProfileChanged
	isThird := func(m kafka.Message) bool {
		var change identityv1.ProfileChanged
		if string(m.Key) == account && proto.Unmarshal(m.Value, &change) == nil {
			versions = append(versions, change.GetVersion())
			change.ChangeTime, change.Version = nil, 0
			seen = append(seen, &change)
		}
		return len(seen) == 3
	}
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicProfile, "3 changes of a profile", isThird)
	want := []*identityv1.ProfileChanged{
		{Account: account, XHandle: "@prof_two", IsPrivate: true},
		{Account: account, XHandle: "@prof_2", IsPrivate: true},
		{Account: account, XHandle: "@prof_2"},
	}
	if diff := cmp.Diff(want, seen, protocmp.Transform()); diff != "" || !isIncreasing(versions) {
		t.Errorf("versions %v, the events (-want +got):\n%s", versions, diff)
	}
}

// Another device changes the handle, the second time while the visibility changes.
// Verifies VERSE-29.
func TestVisibilityChangesWithoutTheHandle(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@prof_before"); err != nil {
		t.Fatal(err)
	}
	p.update(t, "@prof_after", nil)
	switchTo := func(isPrivate bool, handle string) {
		s, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{IsPrivate: &isPrivate})
		if u := s.GetUser(); err != nil || u.GetXHandle() != handle || u.GetIsPrivate() != isPrivate {
			t.Errorf("%v, %v, want %s, private: %t", u, err, handle, isPrivate)
		}
	}
	switchTo(true, "@prof_after")
	switchTo(true, "@prof_after") // changes nothing
	var both sync.WaitGroup
	err := pgx.BeginFunc(t.Context(), w.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE users SET x_handle = '@prof_latest' WHERE public_key = $1`,
			p.public); err != nil {
			return err
		}
		both.Go(func() { switchTo(false, "@prof_latest") })
		testkit.WaitForLock(t, w.pool, "the switch waits")
		return nil
	})
	both.Wait()
	if u := p.current(t).GetUser(); err != nil || u.GetXHandle() != "@prof_latest" || u.GetIsPrivate() {
		t.Errorf("%v, %v", u, err)
	}
}

// The handle was registered before the word filter flagged it.
// Verifies VERSE-29.
func TestVisibilityOfAFlaggedHandleChanges(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	testkit.Exec(t, w.pool, `UPDATE users SET x_handle = '@Prof_5luT' WHERE public_key = $1`, p.public)
	for _, handle := range []string{"", "@Prof_5luT", "prof_5lut"} {
		if s := p.update(t, handle, new(handle == "")); s.GetUser().GetIsPrivate() != (handle == "") {
			t.Errorf("%q: %v", handle, s)
		}
	}
	if _, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: "@Other_5luT",
		IsPrivate: new(true)}); reasonOf(err) != "TEXT_INDECENT" {
		t.Errorf("another flagged handle: %v", err)
	}
}

// isIncreasing reports whether each number is greater than the one before.
func isIncreasing(all []int64) bool {
	return slices.IsSorted(all) && len(slices.Compact(slices.Clone(all))) == len(all)
}

// A change that is stored while its profile is published again is what is published.
// Verifies PROF-6.
func TestProfileThatChangesMeanwhileIsPublishedAsItIs(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	if _, err := p.register(t, "@prof_four"); err != nil {
		t.Fatal(err)
	}
	p.update(t, "@prof_4", proto.Bool(true))
	account := p.sessionAccount(t).GetAccount()
	tx, err := w.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	for _, statement := range []string{`UPDATE users SET x_handle = '@prof_newest' WHERE account = $1`,
		`UPDATE profiles SET version = version + 1 WHERE account = $1`} {
		if _, err := tx.Exec(t.Context(), statement, account); err != nil {
			t.Fatal(err)
		}
	}
	operator := identityv1.NewIdentityOperatorServiceClient(w.DialOperator(t, "token-a"))
	republished := make(chan error)
	go func() {
		_, err := operator.RepublishProfiles(t.Context(), &identityv1.RepublishProfilesRequest{})
		republished <- err
	}()
	testkit.WaitForLock(t, w.pool, "it waits for the change")
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-republished; err != nil {
		t.Fatal(err)
	}
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicProfile, "the newest handle", func(m kafka.Message) bool {
		var change identityv1.ProfileChanged
		return string(m.Key) == account && proto.Unmarshal(m.Value, &change) == nil &&
			change.GetXHandle() == "@prof_newest"
	})
}

// Verifies PROF-6.
func TestChangedProfilesArePublishedAgain(t *testing.T) {
	w := newEnvironment(t, 1)
	p, unchanged := w.newPerson(t), w.newPerson(t).mustRegister(t)
	if _, err := p.register(t, "@prof_three"); err != nil {
		t.Fatal(err)
	}
	p.update(t, "@prof_3", proto.Bool(true))
	operator := identityv1.NewIdentityOperatorServiceClient(w.DialOperator(t, "token-a"))
	r, err := operator.RepublishProfiles(t.Context(), &identityv1.RepublishProfilesRequest{Note: "restored"})
	account := p.sessionAccount(t).GetAccount()
	if err != nil || r.GetRepublished() != 1 || r.GetLastAccount() != account {
		t.Fatalf("%v, %v", r, err)
	}
	if r, err := operator.RepublishProfiles(t.Context(),
		&identityv1.RepublishProfilesRequest{AfterAccount: account}); err != nil || r.GetRepublished() != 0 {
		t.Errorf("behind the last one: %v, %v", r, err)
	}
	var versions []int64 // the second is higher, because consumers may know more than a restored database
	var seen []*identityv1.ProfileChanged
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicProfile, "the change, twice", func(m kafka.Message) bool {
		var change identityv1.ProfileChanged
		if string(m.Key) == account && proto.Unmarshal(m.Value, &change) == nil {
			versions = append(versions, change.GetVersion())
			change.ChangeTime, change.Version = nil, 0
			seen = append(seen, &change)
		}
		if string(m.Key) == unchanged.sessionAccount(t).GetAccount() {
			t.Errorf("published of an account that changed nothing: %v", &change)
		}
		return len(seen) == 2
	})
	want := &identityv1.ProfileChanged{Account: account, XHandle: "@prof_3", IsPrivate: true}
	if !isIncreasing(versions) {
		t.Errorf("versions %v", versions)
	}
	for _, got := range seen {
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
