package history

// checkVideos checks that a video exists when its job has succeeded, that shared videos stay shared
// until they are withdrawn, and that no other video is public. A job that is canceled when its video
// has just been stored leaves that behind: it is not public, and expires like all unshared videos.
func checkVideos(calls []Call, s State, found *findings) {
	videos, made := map[string]Video{}, map[string]bool{}
	for _, v := range s.Videos {
		videos[v.ID] = v
	}
	for _, j := range s.Jobs {
		made[j.ID] = j.State == jobSucceeded
	}
	for id, v := range videos {
		if succeeded, known := made[id]; !known || v.Shared && !succeeded {
			found.add(SharedStays, nil, "video %s is there, shared: %v, and its job has not succeeded", id, v.Shared)
		}
	}
	withdrawn := group(calls, job, Withdraw)
	for id, seen := range group(calls, job, WatchVideo) {
		if _, there := videos[id]; made[id] && !there && withdrawn[id] == nil {
			found.add(SharedStays, seen, "video %s is not there, and its job has succeeded", id)
		}
	}
	shares, reads := group(calls, job, ShareVideo), group(calls, job, GetSharedVideo)
	for id, v := range videos {
		if v.Shared && len(withOutcome(shares[id], Acknowledged, Unknown)) == 0 {
			found.add(SharedStays, shares[id], "video %s is shared without a call", id)
		}
	}
	for id, of := range withdrawn {
		if videos[id].Shared && len(withOutcome(of, Acknowledged)) > 0 {
			found.add(WithdrawnIsGone, of, "video %s was withdrawn, and is shared", id)
		}
		delete(shares, id)
	}
	for id, of := range shares {
		for _, share := range withOutcome(of, Acknowledged) {
			if !videos[id].Shared {
				found.add(SharedStays, of, "video %s was shared, and is not", id)
			}
			for _, r := range withOutcome(reads[id], Refused) {
				if r.Status == notFound && r.Start > share.End {
					found.add(SharedStays, []Call{share, r}, "video %s was shared, and not found after", id)
				}
			}
		}
	}
}

const notFound = 404 // of HTTP
