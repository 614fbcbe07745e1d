package media

import (
	"time"

	"mcwick.example/platform/retry"
)

// whileAway is how what is away is waited for until ctx ends: a job's work is not lost for that.
var whileAway = retry.Policy{Pause: time.Second, If: retry.Away}
