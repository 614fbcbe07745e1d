// Package videos is the domain of videos: spoken texts, what goes on behind them, and the short videos made of both. It knows no protobuf, no
// database, no broker and no blob store.
package videos

import (
	"time"

	"mcwick.example/platform/retry"
)

// whileUnavailable is how what is away is waited for until ctx ends: a job's work is not lost for that.
var whileUnavailable = retry.Policy{Backoff: time.Second, RetryIf: retry.IsUnavailable}
