// Package videos is the domain of videos: speech, backgrounds, and the short videos made of both.
// It knows no protobuf, no database, no broker and no blob store.
package videos

import (
	"time"

	"mcwick.example/platform/retry"
)

// whileUnavailable retries until ctx ends while a dependency is away or gives no answer: a job's work
// is not lost for that.
var whileUnavailable = retry.Policy{Backoff: time.Second, Timeout: 30 * time.Second, RetryIf: retry.IsUnavailable}
