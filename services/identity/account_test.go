package main

import (
	"context"
	"crypto/ed25519"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/wordfilter/wordfiltertest"
)

func TestUpdateProfileChangesHandle(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t).mustRegister(t)
	for handle, reason := range map[string]string{"@new_name": "", "<b>": "HANDLE_INVALID", "": "HANDLE_INVALID"} {
		_, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
		if reasonOf(err) != reason {
			t.Errorf("%q: %v", handle, err)
		}
	}
	if _, err := p.prove(t); err != nil || p.current(t).GetUser().GetXHandle() != "@new_name" {
		t.Errorf("kept %v, %v", p.current(t), err)
	}
	other := w.newPerson(t).mustRegister(t)
	if _, err := other.client.UpdateProfile(other.context(t, ""),
		&identityv1.UpdateProfileRequest{XHandle: "New_Name"}); reasonOf(err) != "HANDLE_TAKEN" {
		t.Errorf("taken: %v", err)
	}
}

// rotate replaces a person's key by another's, with a request that is changed before it is sent.
func (p *person) rotate(
	t *testing.T, next *person, change func(*identityv1.RotateKeyRequest),
) (*identityv1.Session, error) {
	t.Helper()
	c := p.challenge(t, identityv1.Action_ACTION_ROTATE)
	both := func(s *identity.Statement) {
		s.PublicKey, s.VerifyKey = identity.PublicKey(p.public),
			identity.VerifyKey(p.signing.Public().(ed25519.PublicKey))
		s.NewPublicKey, s.NewVerifyKey = identity.PublicKey(next.public),
			identity.VerifyKey(next.signing.Public().(ed25519.PublicKey))
	}
	r := &identityv1.RotateKeyRequest{
		PublicKey: p.public, NewPublicKey: next.public, NewVerifyKey: next.verify(), Nonce: c.GetNonce(),
		Signature: p.sign(c, identity.ActionRotate, both), NewSignature: next.sign(c, identity.ActionRotate, both),
	}
	change(r)
	to := newToken()
	s, err := p.client.RotateKey(next.context(t, to), r)
	if err == nil {
		next.session = to
	}
	return s, err
}

func TestRotateKey(t *testing.T) {
	w := newEnvironment(t, 1)
	p, next := w.newPerson(t), w.newPerson(t)
	if _, err := p.register(t, "@keeper"); err != nil {
		t.Fatal(err)
	}
	// The account was made some time ago.
	registered := testkit.QueryOne[time.Time](t, w.pool, `UPDATE users SET created_at = created_at - interval '2 days'
		WHERE public_key = $1 RETURNING created_at`, p.public)
	account := p.sessionAccount(t)
	if !account.GetCreateTime().AsTime().Equal(registered) {
		t.Errorf("the account was made at %v, want %v", account.GetCreateTime().AsTime(), registered)
	}
	elsewhere := *p
	next.visitor, next.session = p.visitor, p.session
	rotate := func(change func(*identityv1.RotateKeyRequest)) (*identityv1.Session, error) {
		return p.rotate(t, next, change)
	}
	for name, change := range map[string]func(*identityv1.RotateKeyRequest){
		"without the old key": func(r *identityv1.RotateKeyRequest) { r.Signature = r.NewSignature },
		"without the new key": func(r *identityv1.RotateKeyRequest) { r.NewSignature = r.Signature },
	} {
		if _, err := rotate(change); reasonOf(err) != "SIGNATURE_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := rotate(func(*identityv1.RotateKeyRequest) {})
	if err != nil || s.GetUser().GetPublicKey() != next.public || s.GetUser().GetXHandle() != "@keeper" {
		t.Fatalf("got %v, %v", s, err)
	}
	if elsewhere.current(t).GetUser() != nil || !proto.Equal(next.sessionAccount(t), account) {
		t.Error("the account is not carried over to the new key")
	}
	if _, err := p.logIn(t, "", ""); reasonOf(err) != "KEY_UNKNOWN" {
		t.Errorf("the old key: %v", err)
	}
	if _, err := p.register(t, ""); reasonOf(err) != "KEY_TAKEN" {
		t.Errorf("the old key again: %v", err)
	}
	if _, err := next.prove(t); err != nil {
		t.Errorf("the new key: %v", err)
	}
}

// The handle is changed while the key is being replaced.
// Verifies VERSE-25.
func TestReplacedKeyHasTheNewestHandle(t *testing.T) {
	w := newEnvironment(t, 1)
	p, next := w.newPerson(t), w.newPerson(t)
	if _, err := p.register(t, "@rot_former"); err != nil {
		t.Fatal(err)
	}
	p.update(t, "@rot_former", proto.Bool(true))
	next.visitor, next.session = p.visitor, p.session
	var both sync.WaitGroup
	err := pgx.BeginFunc(t.Context(), w.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE users SET x_handle = '@rot_new' WHERE public_key = $1`,
			p.public); err != nil {
			return err
		}
		both.Go(func() {
			s, err := p.rotate(t, next, func(*identityv1.RotateKeyRequest) {})
			if u := s.GetUser(); err != nil || u.GetXHandle() != "@rot_new" || !u.GetIsPrivate() {
				t.Errorf("the successor is %v, %v", u, err)
			}
		})
		testkit.WaitForLock(t, w.pool, "the replacement waits")
		return nil
	})
	both.Wait()
	if u := next.current(t).GetUser(); err != nil || u.GetXHandle() != "@rot_new" || !u.GetIsPrivate() {
		t.Errorf("%v, %v", u, err)
	}
}

// The key is replaced, and the session ended, while its handle is being changed.
// Verifies VERSE-25.
func TestHandleOfAReplacedKeyIsNotChanged(t *testing.T) {
	w := newEnvironment(t, 1)
	p, next := w.newPerson(t).mustRegister(t), w.newPerson(t)
	events := func() int {
		t.Helper()
		return testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM profiles`)
	}
	before := events()
	var both sync.WaitGroup
	err := pgx.BeginFunc(t.Context(), w.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `WITH former AS (UPDATE users SET superseded_by = $2 WHERE public_key = $1 RETURNING *)
			INSERT INTO users (public_key, verify_key, account, x_handle) SELECT $2, $3, account, x_handle FROM former`,
			p.public, next.public, []byte(next.signing.Public().(ed25519.PublicKey))); err != nil {
			return err
		}
		both.Go(func() {
			_, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: "@rot_late"})
			if reasonOf(err) != "PROOF_REQUIRED" {
				t.Errorf("the handle of a key that is gone: %v", err)
			}
		})
		testkit.WaitForLock(t, w.pool, "the change waits")
		return nil
	})
	both.Wait()
	if _, reason := p.profile(t, "@rot_late"); err != nil || reason != "PROFILE_NOT_FOUND" || events() != before {
		t.Errorf("%v, %q, %d changes of profiles", err, reason, events()-before)
	}
}

// A device is linked to the first account that it proves, and to no second one.
func TestDeviceIsLinkedToFirstAccountOnly(t *testing.T) {
	w := newEnvironment(t, 1)
	claimed := w.newPerson(t).mustRegister(t)
	first, second, last := w.newPerson(t), w.newPerson(t), w.newPerson(t)
	first.public = claimed.public
	if _, err := first.logIn(t, "", ""); err != nil { // links nothing
		t.Fatal(err)
	}
	first = w.newPerson(t)
	second.visitor = first.visitor
	for _, p := range []*person{first, second, last} {
		p.mustRegister(t)
	}
	events := make(map[string][]string)
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicUser, "the devices' links", func(m kafka.Message) bool {
		var linked identityv1.DeviceLinked
		if err := proto.Unmarshal(m.Value, &linked); err != nil {
			t.Fatal(err)
		}
		if string(m.Key) != linked.GetVisitor() || linked.GetLinkTime() == nil {
			t.Errorf("%s: %v", m.Key, &linked)
		}
		events[linked.GetVisitor()] = append(events[linked.GetVisitor()], linked.GetAccount())
		return events[first.visitor] != nil && events[last.visitor] != nil
	})
	want := []string{first.account(t)}
	if got := events[first.visitor]; !cmp.Equal(got, want) {
		t.Errorf("the device is linked to %v, want %v", got, want)
	}
}

// Verifies MOD-1, MOD-30.
func TestIndecentHandlesAreRejected(t *testing.T) {
	w := newEnvironment(t, 1)
	const handle = "The_5luT"
	p := w.newPerson(t).mustRegister(t)
	for name, try := range map[string]func() error{
		"registering": func() error { _, err := w.newPerson(t).register(t, handle); return err },
		"a profile": func() error {
			_, err := p.client.UpdateProfile(p.context(t, ""), &identityv1.UpdateProfileRequest{XHandle: handle})
			return err
		},
		"early access": func() error {
			_, err := p.client.RequestEarlyAccess(p.context(t, ""),
				&identityv1.RequestEarlyAccessRequest{XHandle: handle})
			return err
		},
	} {
		f := fault.From(try())
		if f == nil || f.Kind != fault.KindInvalid || f.Reason != "TEXT_INDECENT" || len(f.Fields) != 1 ||
			f.Fields[0].Name != "xHandle" {
			t.Errorf("%s: %v", name, f)
		}
	}
	// A handle has only the letters of X: a v for a u, and underscores for spaces.
	for _, handle := range []string{"cvnt", "The_cvnt", "c_v_n_t", "ni_gg_er"} {
		if _, err := w.newPerson(t).register(t, handle); err == nil || fault.From(err).Reason != "TEXT_INDECENT" {
			t.Errorf("%q: %v", handle, err)
		}
	}
	for _, text := range wordfiltertest.Disguises {
		if _, err := w.newPerson(t).register(t, text); err == nil || fault.From(err).Kind != fault.KindInvalid {
			t.Errorf("%q: %v", text, err)
		}
	}
	kept := testkit.QueryOne[int](t, w.pool,
		`SELECT (SELECT count(*) FROM users WHERE x_handle ILIKE '%luT') + (SELECT count(*) FROM early_access_users)`)
	if kept != 0 {
		t.Errorf("%d were kept", kept)
	}
}

// Verifies VERSE-20.
func TestEarlyAccessIsIdempotent(t *testing.T) {
	w := newEnvironment(t, 1)
	p := w.newPerson(t)
	written := map[string]bool{}
	for _, handle := range []string{"@early", "early", "@EARLY"} {
		if _, err := p.client.RequestEarlyAccess(p.context(t, ""),
			&identityv1.RequestEarlyAccessRequest{XHandle: handle}); err != nil {
			t.Errorf("%s: %v", handle, err)
		}
		written[testkit.QueryOne[string](t, w.pool, `SELECT xmin::text FROM early_access_users`)] = true
	}
	if len(written) != 3 {
		t.Error("a known name writes no row, which takes less time")
	}
	if _, err := p.client.RequestEarlyAccess(p.context(t, ""),
		&identityv1.RequestEarlyAccessRequest{XHandle: "no no"}); reasonOf(err) != "HANDLE_INVALID" {
		t.Errorf("got %v", err)
	}
	rows := testkit.QueryOne[int](t, w.pool, `SELECT count(*) FROM early_access_users WHERE x_handle = '@early'`)
	if rows != 1 {
		t.Errorf("%d rows", rows)
	}
}

// moderator flags nothing and counts the texts.
type moderator struct {
	moderationv1.UnimplementedModerationServiceServer
	texts atomic.Int64
}

func (m *moderator) CheckTexts(
	_ context.Context, r *moderationv1.CheckTextsRequest,
) (*moderationv1.CheckTextsResponse, error) {
	m.texts.Add(int64(len(r.GetTexts())))
	return &moderationv1.CheckTextsResponse{Verdicts: make([]*moderationv1.Verdict, len(r.GetTexts()))}, nil
}

// The page registers without a handle: a moderation service that does not answer would delay it.
func TestModerationJudgesOnlyTypedHandles(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, m := grpc.NewServer(), &moderator{}
	moderationv1.RegisterModerationServiceServer(server, m)
	go func() { _ = server.Serve(listener) }()
	defer server.Stop()
	w := newEnvironment(t, 1, "MODERATION_ADDR="+listener.Addr().String())
	for handle, want := range map[string]int64{"": 0, "@typed_one": 1} {
		before := m.texts.Load()
		if _, err := w.newPerson(t).register(t, handle); err != nil || m.texts.Load()-before != want {
			t.Errorf("%q: %v after %d texts, want %d", handle, err, m.texts.Load()-before, want)
		}
	}
}
