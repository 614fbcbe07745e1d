package main

import (
	"testing"
	"time"

	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/testkit"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// TestRestoreRevokesSessionsAndRepublishesLinks follows an operator's steps after a database was
// restored.
// Verifies OPS-14.
func TestRestoreRevokesSessionsAndRepublishesLinks(t *testing.T) {
	w := newEnvironment(t, 1)
	conn := w.DialOperator(t, "token-a")
	operator, ctx := identityv1.NewIdentityOperatorServiceClient(conn), t.Context()
	var people []*person
	for range 3 {
		people = append(people, w.newPerson(t).mustRegister(t))
	}
	future := timestamppb.New(time.Now().Add(time.Minute))
	if _, err := operator.RevokeSessions(ctx,
		&identityv1.RevokeSessionsRequest{BeforeTime: future}); reasonOf(err) != "REVOKE_INVALID" {
		t.Errorf("a time in the future: %v", err)
	}
	earliest := testkit.QueryOne[time.Time](t, w.pool, `SELECT now()`)
	r, err := operator.RevokeSessions(ctx, &identityv1.RevokeSessionsRequest{Note: "restored"})
	latest := testkit.QueryOne[time.Time](t, w.pool, `SELECT now()`)
	before := r.GetBeforeTime()
	if at := before.AsTime(); err != nil || r.GetRevoked() != 3 || at.Before(earliest) || at.After(latest) {
		t.Fatalf("%v, %v, want a time from %v to %v", r, err, earliest, latest)
	}
	testkit.CheckComplete(t, r)
	later := w.newPerson(t).mustRegister(t)
	if again, err := operator.RevokeSessions(ctx, &identityv1.RevokeSessionsRequest{BeforeTime: before}); err != nil ||
		again.GetRevoked() != 0 || !proto.Equal(again.GetBeforeTime(), before) {
		t.Errorf("again: %v, %v", again, err)
	}
	for _, p := range people {
		if p.current(t).GetUser() != nil {
			t.Error("is still logged in")
		}
		if _, err := p.prove(t); err != nil {
			t.Errorf("does not log in again: %v", err)
		}
	}
	if later.current(t).GetUser() == nil {
		t.Error("a session from after the moment was ended")
	}

	republished := 0
	for after, more := "", true; more; more = after != "" {
		r, err := operator.RepublishLinks(ctx,
			&identityv1.RepublishLinksRequest{AfterVisitor: after, PageSize: 3, Note: "restored"})
		if err != nil {
			t.Fatal(err)
		}
		republished, after = republished+int(r.GetRepublished()), r.GetLastVisitor()
	}
	if republished != 4 {
		t.Errorf("republished %d devices", republished)
	}
	events := map[string][]*identityv1.DeviceLinked{}
	testkit.ReadTopic(t, testkit.Kafka(t), identityv1.TopicUser, "each link twice", func(m kafka.Message) bool {
		fact := &identityv1.DeviceLinked{}
		if err := proto.Unmarshal(m.Value, fact); err != nil {
			t.Fatal(err)
		}
		events[fact.GetVisitor()] = append(events[fact.GetVisitor()], fact)
		for _, p := range append(people, later) {
			if len(events[p.visitor]) < 2 {
				return false
			}
		}
		return true
	})
	for _, p := range people {
		if first, second := events[p.visitor][0], events[p.visitor][1]; !proto.Equal(first, second) {
			t.Errorf("told %v, then %v", first, second)
		}
	}
	if _, err := operator.RepublishLinks(ctx,
		&identityv1.RepublishLinksRequest{PageSize: 101}); reasonOf(err) != "LIST_INVALID" {
		t.Errorf("too many: %v", err)
	}
	acts, err := operatorv1.NewOperatorServiceClient(conn).ListActs(ctx, &operatorv1.ListActsRequest{})
	if err != nil || len(acts.GetActs()) != 3 {
		t.Fatalf("%v, %v", acts, err)
	}
	want := "3 before " + before.AsTime().Format(time.RFC3339)
	if oldest := acts.GetActs()[2]; oldest.GetAct() != "revoke-sessions" || oldest.GetSubject() != want ||
		oldest.GetOperator() != "ada" || oldest.GetNote() != "restored" {
		t.Errorf("%v, want %s", oldest, want)
	}
}
