package history

// checkBudget checks that no day spent or reserved more than its budget, that spending equals the
// cost of the calls of settled jobs, and that an ended job keeps a reservation only for a call
// without an end: its worker died, and the call counts as unknown some minutes later.
func checkBudget(_ []Call, s State, found *findings) {
	open, kept := map[string]bool{}, map[string]bool{}
	for _, c := range s.LedgerCalls {
		open[c.Job] = open[c.Job] || c.State == callSent
	}
	reserved := map[string]int64{}
	for _, r := range s.Reservations {
		kept[r.Job] = true
		reserved[r.Day] += r.Price
		if !open[r.Job] {
			found.add(WithinBudget, nil, "job %s still has a reservation, and none of its calls is open", r.Job)
		}
	}
	var spent, cost int64
	for _, d := range s.Days {
		spent += d.Spent
		if d.Spent+d.Reserved > d.Budget {
			found.add(WithinBudget, nil, "on %s %d was spent and %d reserved of %d", d.Day, d.Spent, d.Reserved,
				d.Budget)
		}
		if d.Reserved != reserved[d.Day] {
			found.add(WithinBudget, nil, "on %s %d is reserved, and its reservations are %d", d.Day, d.Reserved,
				reserved[d.Day])
		}
	}
	for _, c := range s.LedgerCalls {
		if c.State != callFailed && !kept[c.Job] {
			cost += c.Price
		}
	}
	if spent != cost {
		found.add(WithinBudget, nil, "%d was spent, and the calls cost %d", spent, cost)
	}
}

// uncounted is the kind of calls that the provider's count does not tell from others.
const uncounted = "speech"

// checkLedger checks that the provider answered every settled call and no failed one; calls with an
// unknown end may be either. A call is open only when its job has ended and its worker died before.
func checkLedger(_ []Call, s State, found *findings) {
	ended := map[string]bool{}
	for _, j := range s.Jobs {
		ended[j.ID] = j.hasEnded()
	}
	settled, unknown := map[string]int{}, map[string]int{}
	for _, c := range s.LedgerCalls {
		switch c.State {
		case callSettled:
			settled[c.Kind]++
		case callUnknown, callSent:
			unknown[c.Kind]++
		}
		if c.State == callSent && !ended[c.Job] {
			found.add(CallsAccounted, nil, "call %s of job %s has not ended", c.ID, c.Job)
		}
	}
	for _, counts := range []map[string]int{settled, s.Answered} {
		for kind := range counts {
			if kind == uncounted {
				continue
			}
			n, least, most := s.Answered[kind], settled[kind], settled[kind]+unknown[kind]
			if n < least || n > most {
				found.add(CallsAccounted, nil, "%s: the provider answered %d calls; %d are settled and %d unknown",
					kind, n, least, most-least)
			}
		}
	}
}
