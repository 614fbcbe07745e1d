package history

import "slices"

// checkLikes checks that the count of a picture equals its rows that count, and that every
// acknowledged like has a row and no refused one has. A count that was shown in between may be stale, but never
// exceeds the likes that were requested by then.
func checkLikes(calls []Call, s State, found *findings) {
	likes := group(calls, publication, Like)
	rows, counted := map[string]int{}, map[string]int{}
	for _, l := range s.Likes {
		rows[l.Image]++
		if l.Counted {
			counted[l.Image]++
		}
	}
	for _, i := range s.Images {
		if counted[i.ID] != i.Likes {
			found.add(LikesCounted, likes[i.ID], "%s counts %d likes and has %d rows that count", i.ID, i.Likes,
				counted[i.ID])
		}
	}
	for id := range rows {
		likes[id] = slices.Clip(likes[id]) // has an entry also without likes
	}
	for id, of := range likes {
		least := distinct(withOutcome(of, Acknowledged), client)
		most := distinct(withOutcome(of, Acknowledged, Unknown), client)
		if n := rows[id]; n < least || n > most {
			found.add(LikesCounted, of, "%s has %d rows; %d clients were acknowledged and %d more may have been", id, n,
				least, most-least)
		}
	}
	for id, reads := range group(calls, publication, GetImage, Like) {
		for _, r := range withOutcome(reads, Acknowledged) {
			var begun []Call
			for _, l := range likes[id] {
				if l.Start <= r.End && l.mayHaveHappened() {
					begun = append(begun, l)
				}
			}
			if most := distinct(begun, client); r.Answer.Likes > most {
				found.add(LikesCounted, []Call{r}, "%s showed %d likes when %d clients had asked", id, r.Answer.Likes,
					most)
			}
		}
	}
}
