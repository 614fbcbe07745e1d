package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// environment is a service that follows one topic, with the operators ada and lin.
type environment struct {
	pool                    *pgxpool.Pool
	relay                   *events.Relay
	topic, deadLetterTopic  string
	broker                  events.Config
	operator, otherOperator operatorv1.OperatorServiceClient
	canRead                 atomic.Bool // whether it can read poison by now
}

// schema is that of a service whose handlers' effects are rows.
var schema = postgres.Schema{events.Tables, Tables, {Files: fstest.MapFS{
	"00001_effects.sql": {Data: []byte("-- +goose Up\nCREATE TABLE effects (key text NOT NULL, event uuid NOT NULL);")},
}}}

func newEnvironment(t *testing.T) *environment {
	t.Helper()
	w := &environment{pool: testkit.Database(t, schema), topic: testkit.UniqueName("test.thing.v1-")}
	broker := events.Config{Brokers: testkit.Kafka(t)}
	w.broker = broker
	if err := events.EnsureTopics(t.Context(), broker, w.topic); err != nil {
		t.Fatal(err)
	}
	w.relay = events.NewRelay(testkit.DiscardLog(), w.pool, broker, "test", w.topic)
	handler := events.NewHandler(func(ctx context.Context, tx pgx.Tx, m *wrapperspb.StringValue) error {
		if m.GetValue() == "poison" && !w.canRead.Load() {
			return events.Permanent(errors.New("cannot digest"))
		}
		_, err := tx.Exec(ctx, `INSERT INTO effects (key, event) VALUES ($1, gen_random_uuid())`, m.GetValue())
		return err
	})
	consumer := events.NewConsumer(testkit.DiscardLog(), w.pool, broker,
		events.Subscription{Topic: w.topic, Group: testkit.UniqueName("test.effects-"),
			Handlers: []events.Handler{handler}})
	w.deadLetterTopic = consumer.DeadLetterTopic()
	c := Config{Addr: testkit.FreeAddr(t),
		File: writeCredentials(t, CredentialLine("ada", "token-a")+CredentialLine("lin", "token-l"))}
	part, err := Part(testkit.DiscardLog(), c, Common(w.pool, rpc.ServerChain(testkit.DiscardLog(), 16), consumer))
	if err != nil {
		t.Fatal(err)
	}
	testkit.RunCommand(t, w.relay.Run)
	testkit.RunCommand(t, consumer.Run)
	testkit.RunCommand(t, func(ctx context.Context) error { return lifecycle.Run(ctx, testkit.DiscardLog(), part) })
	w.operator, w.otherOperator = client(t, c.Addr, "token-a"), client(t, c.Addr, "token-l")
	testkit.Eventually(t, "the operators' port answers", func() bool {
		_, err := w.operator.ListActs(t.Context(), &operatorv1.ListActsRequest{})
		return err == nil
	})
	return w
}

func client(t *testing.T, addr, token string) operatorv1.OperatorServiceClient {
	t.Helper()
	conn, err := Dial(addr, token, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return operatorv1.NewOperatorServiceClient(conn)
}

func (w *environment) publish(t *testing.T, text string) string {
	t.Helper()
	e, err := events.New(t.Context(), w.topic, "k", wrapperspb.String(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.relay.InTx(t.Context(),
		func(pgx.Tx) ([]events.Event, error) { return []events.Event{e}, nil }); err != nil {
		t.Fatal(err)
	}
	return e.ID
}

// record writes down that ada touched something.
func (w *environment) record(ctx context.Context, subject, note string) error {
	return postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return RecordAct(ctx, tx, "touch", subject, note) })
}

func (w *environment) acts(t *testing.T) (lines []string) {
	t.Helper()
	r, err := w.otherOperator.ListActs(t.Context(), &operatorv1.ListActsRequest{PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.GetActs() {
		lines = append(lines, strings.Join([]string{a.GetOperator(), a.GetAct(), a.GetSubject(), a.GetNote()}, "|"))
	}
	return lines
}

// Verifies MOD-8.
func TestListActsPaginates(t *testing.T) {
	w := newEnvironment(t)
	asOperator := context.WithValue(t.Context(), credentialKey{}, Credential{Name: "ada"})
	for _, subject := range []string{"one", "two", "three"} {
		if err := w.record(asOperator, subject, "  because\n"); err != nil {
			t.Fatal(err)
		}
	}
	for name, refused := range map[string]error{
		"a stranger":    w.record(t.Context(), "four", ""),
		"a long note":   w.record(asOperator, "four", strings.Repeat("🔥", 200)+"n"),
		"a hidden note": w.record(asOperator, "four", "a\u202eb"),
	} {
		if refused == nil || fault.IsFault(refused) {
			t.Errorf("%s: %v", name, refused)
		}
	}
	if err := w.record(asOperator, "five", strings.Repeat("🔥", 200)); err != nil {
		t.Error(err)
	}
	want := []string{"ada|touch|five|" + strings.Repeat("🔥", 200), "ada|touch|three|because", "ada|touch|two|because",
		"ada|touch|one|because"}
	if diff := cmp.Diff(want, w.acts(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	first, err := w.operator.ListActs(t.Context(), &operatorv1.ListActsRequest{PageSize: 3})
	if err != nil || len(first.GetActs()) != 3 || first.GetNextCursor() == "" {
		t.Fatalf("%v, %v", first, err)
	}
	second, err := w.operator.ListActs(t.Context(),
		&operatorv1.ListActsRequest{PageSize: 3, Cursor: first.GetNextCursor()})
	if err != nil || len(second.GetActs()) != 1 || second.GetActs()[0].GetSubject() != "one" ||
		second.GetNextCursor() != "" {
		t.Errorf("%v, %v", second, err)
	}
	if _, err := w.operator.ListActs(t.Context(), &operatorv1.ListActsRequest{Cursor: "!"}); fault.From(err) == nil ||
		fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("a cursor of another: %v", err)
	}
}

// Verifies MOD-8.
func TestReplayIsRecordedAsAct(t *testing.T) {
	w := newEnvironment(t)
	ctx := t.Context()
	one, two := w.publish(t, "poison"), w.publish(t, "poison")
	testkit.Eventually(t, "both are dead letters", func() bool {
		r, err := w.operator.ListDeadLetters(ctx, &operatorv1.ListDeadLettersRequest{})
		return err == nil && r.GetTotal() == 2 && len(r.GetDeadLetters()) == 2
	})
	early, err := w.operator.ReplayDeadLetters(ctx, &operatorv1.ReplayDeadLettersRequest{Note: "too early"})
	if err != nil || early.GetApplied() != 0 || len(early.GetStillDead()) != 2 ||
		!strings.Contains(early.GetStillDead()[0].GetReason(), "cannot digest") {
		t.Errorf("%v, %v", early, err)
	}
	w.canRead.Store(true)
	if _, err := w.operator.ReplayDeadLetters(ctx,
		&operatorv1.ReplayDeadLettersRequest{EventId: uuid.NewString()}); !errors.Is(err, errDeadLetterNotFound) {
		t.Errorf("an unknown letter: %v", err)
	}
	if _, err := w.operator.ReplayDeadLetters(ctx,
		&operatorv1.ReplayDeadLettersRequest{Note: strings.Repeat("n", 401)}); fault.From(err) == nil ||
		fault.From(err).Reason != "NOTE_INVALID" {
		t.Errorf("a long note: %v", err)
	}
	if acts := w.acts(t); len(acts) != 0 {
		t.Errorf("nothing was done, and written down: %q", acts)
	}
	if r, err := w.operator.ReplayDeadLetters(ctx,
		&operatorv1.ReplayDeadLettersRequest{EventId: one, Note: "fixed"}); err != nil || r.GetApplied() != 1 {
		t.Errorf("one: %v, %v", r, err)
	}
	if r, err := w.otherOperator.ReplayDeadLetters(ctx, &operatorv1.ReplayDeadLettersRequest{}); err != nil ||
		r.GetApplied() != 1 || r.GetLeft() != 0 {
		t.Errorf("the rest: %v, %v", r, err)
	}
	acts := w.acts(t)
	if len(acts) != 2 || !strings.HasPrefix(acts[0], "lin|replay-dead-letter|test.effects-") ||
		!strings.HasSuffix(acts[0], " "+two+"|") || !strings.HasSuffix(acts[1], " "+one+"|fixed") {
		t.Errorf("%q", acts)
	}
	if r, err := w.operator.ListDeadLetters(ctx, &operatorv1.ListDeadLettersRequest{}); err != nil ||
		r.GetTotal() != 0 {
		t.Errorf("in the end: %v, %v", r, err)
	}
}

// park writes dead letters as a consumer does, in order: one of each text, with an id of its own, but
// for those that have the id of the first.
func (w *environment) park(t *testing.T, reason string, isSame bool, texts ...string) {
	t.Helper()
	if err := events.EnsureTopics(t.Context(), w.broker, w.deadLetterTopic); err != nil {
		t.Fatal(err)
	}
	id := uuid.NewString()
	messages := make([]kafka.Message, 0, len(texts))
	for _, text := range texts {
		value, err := proto.Marshal(wrapperspb.String(text))
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, kafka.Message{Key: []byte("k"), Value: value, Headers: []kafka.Header{
			{Key: "event-id", Value: []byte(id)}, {Key: "event-type", Value: []byte("google.protobuf.StringValue")},
			{Key: "dead-letter-error", Value: []byte(reason + " " + strconv.Itoa(len(messages)))}}})
		if !isSame {
			id = uuid.NewString()
		}
	}
	writer := &kafka.Writer{Addr: kafka.TCP(w.broker.Brokers...), Transport: w.broker.Transport(),
		Topic: w.deadLetterTopic, Balancer: &kafka.Hash{},
		RequiredAcks: kafka.RequireAll, BatchTimeout: time.Millisecond, BatchSize: 1000}
	defer writer.Close()
	if err := writer.WriteMessages(t.Context(), messages...); err != nil {
		t.Fatal(err)
	}
}

// An event that was parked again is listed once, with the last reason, and counting ends at a bound.
// Verifies MOD-8.
func TestListOfDeadLettersIsBounded(t *testing.T) {
	w := newEnvironment(t)
	w.park(t, "again", true, "poison", "poison", "poison")
	list := func() *operatorv1.ListDeadLettersResponse {
		t.Helper()
		r, err := w.operator.ListDeadLetters(t.Context(), &operatorv1.ListDeadLettersRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := list(); r.GetTotal() != 1 || len(r.GetDeadLetters()) != 1 || r.GetHasMore() ||
		r.GetDeadLetters()[0].GetReason() != "again 2" {
		t.Errorf("one event, three times: %v", r)
	}
	w.park(t, "late", false, slices.Repeat([]string{"poison"}, maxDeadLettersSeen-1)...)
	if r := list(); r.GetTotal() != maxDeadLettersSeen || len(r.GetDeadLetters()) != maxDeadLetters || r.GetHasMore() {
		t.Errorf("as many as are counted: %d, %d shown, more: %v", r.GetTotal(), len(r.GetDeadLetters()), r.GetHasMore())
	}
	w.park(t, "late", false, "poison")
	if r := list(); r.GetTotal() != maxDeadLettersSeen || len(r.GetDeadLetters()) != maxDeadLetters || !r.GetHasMore() {
		t.Errorf("one more: %d, %d shown, more: %v", r.GetTotal(), len(r.GetDeadLetters()), r.GetHasMore())
	}
}

// Each call replays the letters behind those of the call before, also when these are still dead.
// Verifies MOD-8.
func TestReplayContinuesAtCursor(t *testing.T) {
	w := newEnvironment(t)
	w.park(t, "early", false, slices.Concat(slices.Repeat([]string{"poison"}, 150), slices.Repeat([]string{"good"}, 100))...)
	var got []string
	for cursor := "-"; cursor != ""; {
		r, err := w.operator.ReplayDeadLetters(t.Context(),
			&operatorv1.ReplayDeadLettersRequest{Cursor: strings.TrimPrefix(cursor, "-")})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got,
			fmt.Sprintf("%d applied, %d dead, %d left", r.GetApplied(), len(r.GetStillDead()), r.GetLeft()))
		cursor = r.GetNextCursor()
	}
	want := []string{"0 applied, 100 dead, 100 left", "50 applied, 50 dead, 50 left", "50 applied, 0 dead, 0 left"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, cursor := range []string{"!", "0:0:another.topic"} {
		if _, err := w.operator.ReplayDeadLetters(t.Context(),
			&operatorv1.ReplayDeadLettersRequest{Cursor: cursor}); fault.From(err) == nil ||
			fault.From(err).Reason != "REPLAY_INVALID" {
			t.Errorf("a cursor of another, %s: %v", cursor, err)
		}
	}
}

func TestEncodingKeepsEveryField(t *testing.T) {
	at := time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
	id := uuid.New()
	row := &operatorv1.Act{Id: id.String(), Operator: "ada", Act: "touch", Subject: "s", Note: "n",
		CreateTime: timestamppb.New(at)}
	testkit.CheckComplete(t, row)
	if diff := cmp.Diff(row, encodeAct(act{id, "ada", "touch", "s", "n", at}), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	letter := &operatorv1.DeadLetter{EventId: "e", Topic: "t", Group: "g", Type: "y", Key: "k", Reason: "r",
		CreateTime: timestamppb.New(at)}
	testkit.CheckComplete(t, letter)
	if diff := cmp.Diff(letter, encodeDeadLetter(events.DeadLetter{ID: "e", Topic: "t", Group: "g", Type: "y", Key: "k",
		Reason: "r", Time: at}), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}
