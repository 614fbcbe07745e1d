package kafka

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// passwords are those of all programs that the broker knows.
var passwords = map[string]string{"gallery": "gallery-1", "gateway": "gateway-1", "identity": "identity-1",
	"media": "media-1", "moderation": "moderation-1", "wall": "wall-1"}

// secureBroker is Apache Kafka with the access control lists, which the run must have.
func secureBroker(t *testing.T) (address, caFile string) {
	t.Helper()
	address, caFile = os.Getenv("TEST_APACHE_KAFKA_SECURE"), os.Getenv("TEST_APACHE_KAFKA_CA")
	if address == "" {
		t.Fatal("TEST_APACHE_KAFKA_SECURE is not set: run make test-go PKG=./deploy/kafka")
	}
	testkit.EventuallyWithin(t, 90*time.Second, "Apache Kafka takes the access control lists", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return Secure(ctx, os.Getenv("TEST_APACHE_KAFKA_BROKERS"), passwords) == nil
	})
	return address, caFile
}

func as(address, caFile, user string) events.Config {
	return events.Config{Brokers: []string{address}, CAFile: caFile, User: user,
		Password: config.Secret(passwords[user])}
}

// Who forges an event of identity claims what others published: only identity may write it.
// Verifies KAFKA-1, KAFKA-2.
func TestOnlyOwnersPublish(t *testing.T) {
	address, caFile := secureBroker(t)
	event, err := events.New(t.Context(), identityv1.TopicUser, "device", wrapperspb.String("linked"))
	if err != nil {
		t.Fatal(err)
	}
	publishAs := func(user string) (reached func() bool) {
		t.Helper()
		pool := testkit.Database(t, postgres.Schema{events.Tables})
		relay := events.NewRelay(testkit.DiscardLog(), pool, as(address, caFile, user), user, identityv1.TopicUser)
		testkit.RunCommand(t, relay.Run)
		write := func(pgx.Tx) ([]events.Event, error) { return []events.Event{event}, nil }
		if err := relay.InTx(t.Context(), write); err != nil {
			t.Fatal(err)
		}
		return func() bool {
			var waiting bool
			err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) (err error) {
				waiting, err = events.IsWaiting(t.Context(), tx, identityv1.TopicUser)
				return err
			})
			return err == nil && !waiting
		}
	}
	testkit.Eventually(t, "identity's event is published", publishAs("identity"))

	for _, group := range []struct {
		user, name string
		may        bool
	}{{"gallery", "gallery.owners", true}, {"wall", "wall.owners", false}} {
		var read atomic.Int32
		consumer := events.NewConsumer(testkit.DiscardLog(), testkit.Database(t, postgres.Schema{events.Tables}),
			as(address, caFile, group.user), events.Subscription{Topic: identityv1.TopicUser, Group: group.name,
				Handlers: []events.Handler{{Type: event.Type, Apply: func(context.Context, pgx.Tx, events.Event) error {
					read.Add(1)
					return nil
				}}}})
		testkit.RunCommand(t, consumer.Run)
		if group.may {
			testkit.Eventually(t, group.user+" reads it", func() bool { return read.Load() > 0 })
		} else if !isRefused(events.EnsureTopics(t.Context(), as(address, caFile, group.user), identityv1.TopicUser)) {
			t.Errorf("%s sees identity's topic", group.user)
		}
	}

	before := countMessages(t, identityv1.TopicUser)
	if before == 0 {
		t.Error("identity published nothing")
	}
	for _, forger := range []string{"gallery", "gateway", "media", "moderation", "wall"} {
		writer := &kafka.Writer{Addr: kafka.TCP(address), Topic: identityv1.TopicUser, MaxAttempts: 1,
			Transport: as(address, caFile, forger).Transport(), RequiredAcks: kafka.RequireAll, BatchTimeout: time.Millisecond}
		err := writer.WriteMessages(t.Context(), kafka.Message{Key: []byte("device"), Value: []byte("forged")})
		if !isRefused(err) {
			t.Errorf("%s forges an event of identity: %v", forger, err)
		}
		writer.Close()
	}
	if after := countMessages(t, identityv1.TopicUser); after != before {
		t.Errorf("%d forged events are in the topic", after-before)
	}
}

// isRefused reports whether the broker refused a topic. To those who may not even see it, it says that
// there is none.
func isRefused(err error) bool {
	if each := (kafka.WriteErrors{}); errors.As(err, &each) {
		err = errors.Join(each...)
	}
	return errors.Is(err, kafka.TopicAuthorizationFailed) || errors.Is(err, kafka.UnknownTopicOrPartition)
}

// countMessages asks at the port where anybody may.
func countMessages(t *testing.T, topic string) (n int64) {
	t.Helper()
	client := &kafka.Client{Addr: kafka.TCP(os.Getenv("TEST_APACHE_KAFKA_BROKERS"))}
	metadata, err := client.Metadata(t.Context(), &kafka.MetadataRequest{Topics: []string{topic}})
	if err != nil {
		t.Fatal(err)
	}
	var ends []kafka.OffsetRequest
	for _, p := range metadata.Topics[0].Partitions {
		ends = append(ends, kafka.LastOffsetOf(p.ID))
	}
	found, err := client.ListOffsets(t.Context(),
		&kafka.ListOffsetsRequest{Topics: map[string][]kafka.OffsetRequest{topic: ends}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found.Topics[topic] {
		n += p.LastOffset
	}
	return n
}

// Verifies KAFKA-1.
func TestBrokerRefusesStrangers(t *testing.T) {
	address, caFile := secureBroker(t)
	other := filepath.Join(t.TempDir(), "ca.crt")
	if err := newAuthorityFile(other); err != nil {
		t.Fatal(err)
	}
	wrong := as(address, caFile, "identity")
	wrong.Password = "guessed"
	for name, c := range map[string]events.Config{
		"in plain text": {Brokers: []string{address}}, "without a name": {Brokers: []string{address}, CAFile: caFile},
		"with a wrong password": wrong, "to another authority's broker": as(address, other, "identity"),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if err := events.EnsureTopics(ctx, c, identityv1.TopicUser); err == nil {
			t.Errorf("a client comes in %s", name)
		}
		cancel()
	}
	if err := events.EnsureTopics(t.Context(), as(address, caFile, "identity"), identityv1.TopicUser); err != nil {
		t.Errorf("identity: %v", err)
	}
}

// The table knows each topic: its owner alone may write it.
// Verifies KAFKA-2.
func TestEachTopicHasOneOwner(t *testing.T) {
	lines, err := ACLs()
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{galleryv1.TopicList, identityv1.TopicUser, identityv1.TopicProfile,
		mediav1.TopicArtwork, mediav1.TopicVideo, moderationv1.TopicDecision, wallv1.TopicEntry} {
		owner, _, _ := strings.Cut(topic, ".")
		var writers []string
		for _, line := range lines {
			covers := line.Name == topic || line.Pattern == "prefixed" && strings.HasPrefix(topic, line.Name)
			if line.Resource == "topic" && covers && slices.Contains(line.Operations, "Write") {
				writers = append(writers, line.Principal)
			}
		}
		if !slices.Equal(writers, []string{owner}) {
			t.Errorf("%s may be written by %v", topic, writers)
		}
	}
}

// A configuration that would send a password in plain text is refused.
// Verifies KAFKA-1.
func TestPasswordNeedsEncryption(t *testing.T) {
	for _, c := range []events.Config{{User: "gallery", Password: "x"}, {User: "gallery", CAFile: "nowhere"},
		{CAFile: "nowhere"}} {
		if c.Validate() == nil {
			t.Errorf("%q with the authority %q is valid", c.User, c.CAFile)
		}
	}
}

func newAuthorityFile(file string) error {
	authority, err := mtls.NewAuthority()
	if err != nil {
		return err
	}
	return authority.WriteRoot(file)
}
