package history

import "slices"

// terminal are the states in which a job ends: as clients see them, and as the database has them.
var terminal = map[string]string{
	"JOB_STATE_SUCCEEDED": jobSucceeded, "JOB_STATE_FAILED": jobFailed, "JOB_STATE_CANCELLED": jobCancelled,
	"VIDEO_STATE_SUCCEEDED": jobSucceeded, "VIDEO_STATE_FAILED": jobFailed, "VIDEO_STATE_CANCELLED": jobCancelled,
}

func (j Job) hasEnded() bool {
	return slices.Contains([]string{jobSucceeded, jobFailed, jobCancelled}, j.State)
}

// checkJobs holds that what was acknowledged under one key is one job, which has ended, in the one
// state that anybody ever saw it end in.
func checkJobs(calls []Call, s State, found *findings) {
	byKey, byID := map[string][]Job{}, map[string]Job{}
	for _, j := range s.Jobs {
		byKey[j.Key] = append(byKey[j.Key], j)
		byID[j.ID] = j
		switch {
		case !j.hasEnded():
			found.add(JobsEndOnce, nil, "job %s is %s", j.ID, j.State)
		case j.HasResult != (j.State == jobSucceeded):
			found.add(JobsEndOnce, nil, "job %s is %s, and whether it has a result: %v", j.ID, j.State, j.HasResult)
		}
	}
	for k, tries := range group(calls, key, Make, MakeVideo) {
		acknowledged := withOutcome(tries, Acknowledged)
		if len(acknowledged) > 0 && len(byKey[k]) != 1 {
			found.add(JobsEndOnce, tries, "key %s has %d jobs", k, len(byKey[k]))
			continue
		}
		for _, c := range acknowledged {
			if c.Answer.Job != byKey[k][0].ID {
				found.add(JobsEndOnce, tries, "key %s was answered with job %s and is %s", k, c.Answer.Job,
					byKey[k][0].ID)
			}
		}
	}
	for id, seen := range group(calls, job, Watch, Cancel, WatchVideo, CancelVideo) {
		for _, c := range withOutcome(seen, Acknowledged) {
			if ended := terminal[c.Answer.State]; ended != "" && ended != byID[id].State {
				found.add(JobsEndOnce, []Call{c}, "job %s was seen as %s and is %q", id, ended, byID[id].State)
			}
		}
	}
}

// checkPositions holds that no client saw its job further back than before.
func checkPositions(calls []Call, _ State, found *findings) {
	for id, seen := range group(calls, job, Watch, WatchVideo) {
		var before Call
		for _, c := range withOutcome(seen, Acknowledged) {
			if c.Answer.Position == 0 || c.Answer.Stale {
				continue
			}
			if shown := before.Answer.Position; shown > 0 && before.End < c.Start && c.Answer.Position > shown {
				found.add(PositionsShrink, []Call{before, c}, "job %s went from %d to %d", id, shown, c.Answer.Position)
			}
			before = c
		}
	}
}

// checkProgress checks that the progress of a video never decreases, also when another worker takes
// it over.
func checkProgress(calls []Call, _ State, found *findings) {
	for id, seen := range group(calls, job, WatchVideo) {
		var before Call
		for _, c := range withOutcome(seen, Acknowledged) {
			if c.Answer.Stale {
				continue
			}
			if before.End < c.Start && c.Answer.Percent < before.Answer.Percent {
				found.add(ProgressGrows, []Call{before, c}, "video %s went from %d to %d percent", id,
					before.Answer.Percent, c.Answer.Percent)
			}
			before = c
		}
	}
}
