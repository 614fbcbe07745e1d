package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies LIMIT-16.
func TestConcurrentPublicationsKeepTheLimit(t *testing.T) {
	t.Parallel()
	pool, store, p := publication(t)
	var published, refused atomic.Int32
	var all sync.WaitGroup
	for i := range 20 {
		version := p
		version.ID, version.Intent = uuid.New(), idempotency.NewRequest(fmt.Sprint("key", i), []byte("one"))
		all.Go(func() {
			_, err := store.Publish(t.Context(), version)
			switch {
			case err == nil:
				published.Add(1)
			case errors.Is(err, publications.ErrPublicationLimit):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if published.Load() != publications.MaxPublications || refused.Load() != 20-publications.MaxPublications ||
		len(publishedEvents(t, pool)) != publications.MaxPublications {
		t.Errorf("%d published, %d refused, told %v", published.Load(), refused.Load(), publishedEvents(t, pool))
	}
}
