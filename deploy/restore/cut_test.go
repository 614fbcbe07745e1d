package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/deploy/chaos/history"
)

// TestCutMatchesRestoredPlatform has one call of each kind around the moment, which is from 100 to
// 110. The objects were last copied at 300, and everything was lost at 400.
// Verifies OPS-14.
func TestCutMatchesRestoredPlatform(t *testing.T) {
	call := func(id int, o history.Operation, outcome history.Outcome, start, end int64) history.Call {
		return history.Call{ID: id, Operation: o, Outcome: outcome, Start: start, End: end,
			Answer: history.Answer{Publication: "p"}}
	}
	all := []history.Call{
		call(1, history.Like, history.Acknowledged, 10, 100),
		call(2, history.Like, history.Unknown, 20, 90),
		call(3, history.Publish, history.Acknowledged, 90, 101),
		call(4, history.Withdraw, history.Acknowledged, 105, 115),
		call(5, history.Like, history.Acknowledged, 110, 120),
		call(6, history.Withdraw, history.Acknowledged, 200, 300),
		call(7, history.Withdraw, history.Acknowledged, 295, 301),
		call(8, history.Withdraw, history.Unknown, 200, 210),
		call(9, history.Withdraw, history.Refused, 200, 210),
		call(10, history.GetSession, history.Acknowledged, 99, 130),
		call(11, history.Like, history.Acknowledged, 399, 500),
		call(12, history.Like, history.Acknowledged, 400, 500),
	}
	unknown := func(c history.Call) history.Call {
		c.Outcome, c.Answer = history.Unknown, history.Answer{}
		return c
	}
	want := []history.Call{
		all[0], all[1], unknown(all[2]), all[3], all[5], unknown(all[6]), unknown(all[7]), unknown(all[9]), all[11],
	}
	if diff := cmp.Diff(want, cut(all, moment{before: 100, after: 110}, 400, 300)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRevokedSessionsStayRevoked has the judge find a session that goes on after the operator ended
// all.
// Verifies OPS-14.
func TestRevokedSessionsStayRevoked(t *testing.T) {
	calls := append([]history.Call{
		{ID: 1, Client: 1, Operation: history.LogIn, Outcome: history.Acknowledged, Start: 1, End: 2,
			Answer: history.Answer{Session: "s1"}},
	}, revocations(1, 10, 20)...)
	read := history.Call{
		ID: 2, Client: 1, Operation: history.GetSession, Outcome: history.Acknowledged, Start: 30, End: 31,
		Arguments: history.Arguments{Session: "s1"},
	}
	if found := history.Check(append(calls, read), history.State{}); len(found) != 0 {
		t.Errorf("a session without a login: %v", found)
	}
	read.Answer.LoggedIn = true
	if found := history.Check(append(calls, read), history.State{}); len(found) == 0 {
		t.Error("a session that goes on was not found")
	}
}
