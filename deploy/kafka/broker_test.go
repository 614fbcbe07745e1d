package kafka

import (
	"context"
	"os"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// secureBroker is Apache Kafka with the access control lists, which the run must have.
func secureBroker(t *testing.T) (address, caFile string) {
	t.Helper()
	address, caFile = os.Getenv("TEST_APACHE_KAFKA_SECURE"), os.Getenv("TEST_APACHE_KAFKA_CA")
	if address == "" {
		t.Skip("not run: access control needs Apache Kafka (Java and Maven)")
	}
	testkit.EventuallyWithin(t, 90*time.Second, "Apache Kafka takes the access control lists", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return Secure(ctx, os.Getenv("TEST_APACHE_KAFKA_BROKERS"), passwords) == nil
	})
	return address, caFile
}
