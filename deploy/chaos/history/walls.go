package history

import "strings"

// name is a name for one wall: two spellings of it are one.
type name struct{ wall, handle string }

func nameOf(wall, handle string) name { return name{wall, strings.ToLower(handle)} }
func nominated(c Call) name           { return nameOf(c.Arguments.Wall, c.Arguments.Handle) }

// checkWalls checks that a nominated name is in the queue once or on its wall once, that each
// nomination of a queued name was counted once, and that every entry was nominated and approved.
func checkWalls(calls []Call, s State, found *findings) {
	requested := group(calls, nominated, Nominate)
	waiting, onWall := map[name][]Nomination{}, map[name][]Entry{}
	for _, n := range s.Nominations {
		of := nameOf(n.Wall, n.Handle)
		waiting[of] = append(waiting[of], n)
	}
	approvals := group(calls, func(c Call) string { return c.Arguments.Nomination }, Approve)
	for _, e := range s.Entries {
		of := nameOf(e.Wall, e.Handle)
		onWall[of] = append(onWall[of], e)
		if len(withOutcome(approvals[e.ID], Acknowledged, Unknown)) == 0 {
			found.add(NominatedOnce, requested[of], "%v is on the wall without an approval", of)
		}
	}
	for of, tries := range requested {
		checkName(of, tries, waiting[of], onWall[of], found)
		delete(waiting, of)
		delete(onWall, of)
	}
	for of := range waiting {
		found.add(NominatedOnce, nil, "%v is in the queue without a nomination", of)
	}
	for of := range onWall {
		found.add(NominatedOnce, nil, "%v is on the wall without a nomination", of)
	}
	checkApprovals(approvals, s, found)
	checkListed(calls, s, found)
}

func checkName(of name, tries []Call, waiting []Nomination, onWall []Entry, found *findings) {
	least := distinct(withOutcome(tries, Acknowledged), key)
	most := distinct(withOutcome(tries, Acknowledged, Unknown), key)
	there := len(waiting) + len(onWall)
	switch {
	case there > 1 || there == 0 && least > 0:
		found.add(NominatedOnce, tries, "%v waits %d times and is on the wall %d times", of, len(waiting), len(onWall))
	case there == 1 && most == 0:
		found.add(NominatedOnce, tries, "%v is there, and no nomination may have succeeded", of)
	case len(waiting) == 1:
		if n := 1 + waiting[0].Repeats; n < least || n > most {
			found.add(NominatedOnce, tries, "%v counts %d nominations; %d were acknowledged and %d more may have been",
				of, n, least, most-least)
		}
	}
}

// checkApprovals checks that approved names are on their wall.
func checkApprovals(approvals map[string][]Call, s State, found *findings) {
	entries := map[string]int{}
	for _, e := range s.Entries {
		entries[e.ID]++
	}
	for id, of := range approvals {
		for _, c := range withOutcome(of, Acknowledged) {
			if c.Answer.OnWall && entries[id] != 1 {
				found.add(NominatedOnce, of, "nomination %s was approved, and is on the wall %d times", id, entries[id])
			}
		}
	}
}

// checkListed checks that a wall lists only its entries. A new entry may be listed late.
func checkListed(calls []Call, s State, found *findings) {
	wall := map[string]string{} // by entry
	for _, e := range s.Entries {
		wall[e.ID] = e.Wall
	}
	for _, c := range withOutcome(calls, Acknowledged) {
		if c.Operation != ListWall {
			continue
		}
		for _, id := range c.Answer.Listed {
			if wall[id] != c.Arguments.Wall {
				found.add(NominatedOnce, []Call{c}, "%s is listed on %s, and is on %q", id, c.Arguments.Wall, wall[id])
			}
		}
	}
}
