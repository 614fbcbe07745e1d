package history

import "math"

// checkPublications holds that what was acknowledged under one key is one row of media and one of
// the gallery, and that there is no publication without a call.
func checkPublications(calls []Call, s State, found *findings) {
	rows, images := map[string][]Publication{}, map[string]int{}
	for _, p := range s.Publications {
		rows[p.Key] = append(rows[p.Key], p)
	}
	for _, i := range s.Images {
		images[i.ID]++
	}
	requested := group(calls, key, Publish)
	for k, tries := range requested {
		acknowledged := withOutcome(tries, Acknowledged)
		if len(acknowledged) == 0 {
			continue
		}
		id := acknowledged[0].Answer.Publication
		for _, c := range acknowledged {
			if c.Answer.Publication != id {
				found.add(PublishedOnce, acknowledged, "key %s was answered with %s and with %s", k, id,
					c.Answer.Publication)
			}
		}
		if n := len(rows[k]); n != 1 {
			found.add(PublishedOnce, tries, "%s has %d rows in media", id, n)
		} else if rows[k][0].ID != id {
			found.add(PublishedOnce, tries, "%s was acknowledged, and the row is %s", id, rows[k][0].ID)
		}
		checkServed(id, acknowledged[0], calls, found)
		if images[id] != 1 {
			found.add(PublishedOnce, tries, "%s has %d rows in the gallery", id, images[id])
		}
	}
	for k, of := range rows {
		if len(withOutcome(requested[k], Acknowledged, Unknown)) == 0 {
			found.add(PublishedOnce, requested[k], "%s is in media, and no call under key %s may have made it",
				of[0].ID, k)
		}
	}
}

// checkServed checks that the origin serves the bytes of acknowledged publications that were not
// withdrawn.
func checkServed(id string, published Call, calls []Call, found *findings) {
	taken := int64(math.MaxInt64)
	for _, c := range calls {
		if (c.Operation == Withdraw || c.Operation == Report) && c.Arguments.Publication == id && c.mayHaveHappened() {
			taken = min(taken, c.Start)
		}
	}
	for _, c := range calls {
		if c.Operation == GetMedia && c.Arguments.Publication == id && (c.Status == notFound || c.Status == gone) &&
			c.Start > published.End && c.End < taken {
			found.add(PublishedOnce, []Call{published, c}, "%s was published, and its bytes are not there", id)
		}
	}
}

const gone = 410 // of HTTP

// checkWithdrawn holds that the origin serves nothing that was withdrawn, from the answer of the
// withdrawal on.
func checkWithdrawn(calls []Call, _ State, found *findings) {
	reads := group(calls, publication, GetMedia)
	for id, withdrawals := range group(calls, publication, Withdraw) {
		for _, w := range withOutcome(withdrawals, Acknowledged) {
			for _, r := range withOutcome(reads[id], Acknowledged) {
				if r.Start > w.End {
					found.add(WithdrawnIsGone, []Call{w, r}, "%s was served %d ms after", id, (r.Start-w.End)/1e6)
				}
			}
		}
	}
}
