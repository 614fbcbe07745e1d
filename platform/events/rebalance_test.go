package events

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/testkit"
)

// countOutOfOrder counts the effects of a key that came after one of a later event.
func (b *testEnvironment) countOutOfOrder(t *testing.T) int {
	t.Helper()
	// uuid v7 is ordered by time, so a key in order has growing event ids.
	return testkit.QueryOne[int](t, b.pool, `SELECT count(*) FROM (
		SELECT event < lag(event) OVER (PARTITION BY key ORDER BY n) AS late FROM effects) x WHERE late`)
}

// TestOrderHoldsDuringRebalances has the members of a group join and leave while events are said,
// so that partitions change hands with events under way, which are cut off there and come again.
func TestOrderHoldsDuringRebalances(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		random := rand.New(rand.NewPCG(3, 4))
		members := []func(){testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)}
		late := b.consumer(t, acceptEvent)
		said := 0
		for range 6 {
			members = append(members, testkit.RunCommand(t, b.consumer(t, acceptEvent).Run))
			first := b.publish(t, "first", fmt.Sprint(said))
			for range 50 {
				b.publish(t, fmt.Sprint("key", random.IntN(12)), fmt.Sprint(said))
			}
			said += 51
			// before the group, after it or at the same time
			if outcome, err := late.applyWithRetry(t.Context(), first); err != nil {
				t.Error(outcome, err)
			}
			// others are under way
			testkit.Eventually(t, "some events took effect", func() bool { return b.count(t, "effects") >= said-25 })
			if len(members) > 2 {
				leaving := random.IntN(len(members))
				members[leaving]()
				members = append(members[:leaving], members[leaving+1:]...)
			}
		}
		testkit.Eventually(t, "every event took effect", func() bool { return b.count(t, "effects") >= said })
		if got := b.count(t, "effects"); got != said || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d effects of %d events, %d out of order", got, said, b.countOutOfOrder(t))
		}
	})
}

// Connections whose other end vanished without a word are given up within the time that a statement
// may take: the relay publishes again by a new one.
func TestRelayRecoversFromHangingDatabaseConnections(t *testing.T) {
	t.Parallel()
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		b := newTestEnvironment(t, brokers)
		through, freezer := testkit.FreezeDatabase(t, b.pool.Config().ConnString())
		relay := NewRelay(testkit.DiscardLog(), testkit.Connect(t, through), b.config, "test", b.topic)
		testkit.RunCommand(t, relay.Run)
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		b.await(t, b.publish(t, "k", "before"))
		freezer.FreezeExisting()
		after := b.publish(t, "k", "after")
		b.await(t, after) // published by a new connection
	})
}

// TestRelayKilledBetweenPublishAndDelete ends the relay's session at the commit that follows a
// publication, twice: the broker has the events, the outbox too.
func TestRelayKilledBetweenPublishAndDelete(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.Exec(t, b.pool, `CREATE SEQUENCE deaths;
			CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('deaths') <= 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; -- a sequence is not rolled back
				RETURN NULL;
			END $$;
			CREATE CONSTRAINT TRIGGER die AFTER DELETE ON outbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`)
		for i := range 3 {
			b.publish(t, "k", fmt.Sprint(i))
		}
		testkit.RunCommand(t, b.relay.Run)
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		last := b.publish(t, "k", "last")
		published := 0
		testkit.ReadTopic(t, b.config.Brokers, b.topic, "the last event", func(m kafka.Message) bool {
			published++
			return fromMessage(m).ID == last.ID && published > 4
		})
		testkit.Eventually(t, "the outbox is empty and every event took effect", func() bool {
			return b.count(t, "outbox") == 0 && b.count(t, "effects") >= 4
		})
		if got := b.count(t, "effects"); got != 4 || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d effects of 4 events in %d messages, %d out of order", got, published, b.countOutOfOrder(t))
		}
	})
}
