package history

import "slices"

// checkReports checks that a picture's case has one report of each client whose report was acknowledged, and none of
// a client that was refused. A release without cases settles the reports of what its maker withdraws, so those may be
// gone.
func checkReports(calls []Call, s State, found *findings) {
	reports := group(calls, publication, Report)
	rows, withdrawn := map[string]int{}, map[string]bool{}
	for _, p := range s.Publications {
		withdrawn[p.ID] = p.Withdrawn
	}
	for _, r := range s.Reports {
		rows[r.Publication]++
		reports[r.Publication] = slices.Clip(reports[r.Publication]) // has an entry also without calls
	}
	for id, of := range reports {
		least := distinct(withOutcome(of, Acknowledged), client)
		most := distinct(withOutcome(of, Acknowledged, Unknown), client)
		if n := rows[id]; n < least && !withdrawn[id] || n > most {
			found.add(ReportsKept, of, "%s has %d reports; %d clients were acknowledged and %d more may have been", id, n,
				least, most-least)
		}
	}
}
