package main

import (
	"time"

	"mcwick.example/deploy/chaos/history"
)

// moment is when the platform was restored to, by the database's clock and by the record's: what
// ended before is in the backup, what began after is not; what was in progress may or may not be
// there.
type moment struct {
	database      time.Time
	before, after int64 // of the record
}

// cut gives the history that a platform has which was restored to a moment. Of the calls that began
// after the moment and before the loss only withdrawals are kept: the bytes are deleted, and the
// operator has to repeat the rest. They are certain when the objects' last copy began after them.
func cut(calls []history.Call, m moment, lost, copied int64) (kept []history.Call) {
	for _, c := range calls {
		switch {
		case c.End <= m.before || c.Start >= lost:
		case c.Operation == history.Withdraw && c.Outcome == history.Acknowledged && c.End <= copied:
		case c.Start < m.after, c.Operation == history.Withdraw && c.Outcome != history.Refused:
			c.Outcome, c.Answer = history.Unknown, history.Answer{}
		default:
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// revocations say that the sessions of all clients were ended between two times. To the judge it is
// what a change of a key does, which opens no session.
func revocations(clients int, start, end int64) (calls []history.Call) {
	for client := 1; client <= clients; client++ {
		calls = append(calls, history.Call{
			ID: -client, Client: client, Operation: history.Rotate, Start: start, End: end,
			Outcome: history.Acknowledged,
		})
	}
	return calls
}
