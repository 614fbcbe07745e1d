package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// targets are what honest visitors must get. A short run on a machine that does other work is judged
// by wider ones.
type targets struct {
	waitRatio   float64 // of the median wait of the same day without bots, at most
	honestShare float64 // of the money, at least
}

// maxHonestRefusals is how often one visitor may be refused.
const maxHonestRefusals = 2

// leastPictures is the share of honest visitors that get a picture: without bots of all, with them of as many.
const leastPictures = 0.95

// pollError is how much later than it is there a picture may be seen.
const pollError = pollInterval

// missed returns which targets the run with bots misses, by the run without them.
func (t targets) missed(alone, with report) (missed []string) {
	before, honest := alone.Groups["honest"], with.Groups["honest"]
	if before.Pictures == 0 || honest.Pictures == 0 {
		return []string{"honest visitors got no pictures"}
	}
	if float64(before.Pictures) < leastPictures*float64(before.Arrivals) {
		missed = append(missed, fmt.Sprintf("without bots %d of %d honest visitors got a picture: the platform is too slow "+
			"for its crowd", before.Pictures, before.Arrivals))
	}
	if float64(honest.Pictures) < leastPictures*float64(before.Pictures) {
		missed = append(missed, fmt.Sprintf("%d honest visitors got a picture, and without bots %d", honest.Pictures,
			before.Pictures))
	}
	if before.MicroUSD == 0 || honest.MicroUSD == 0 {
		return append(missed, "nothing was paid for the honest")
	}
	if limit := time.Duration(t.waitRatio*float64(before.Median)) + pollError; honest.Median > limit {
		missed = append(missed, fmt.Sprintf("the honest wait %.1f s, and without bots %.1f s: more than %.1f times",
			honest.Median.Seconds(), before.Median.Seconds(), t.waitRatio))
	}
	if share := with.honestShare(); share < t.honestShare {
		missed = append(missed, fmt.Sprintf("the honest got %.1f %% of the money, not %.0f %%", 100*share,
			100*t.honestShare))
	}
	if honest.RefusedBeyond > 0 {
		missed = append(missed, fmt.Sprintf("%d honest visitors were refused more than %d times, one %d times",
			honest.RefusedBeyond, maxHonestRefusals, honest.MostRefusals))
	}
	return missed
}

// judgeFiles prints the runs' tables and fails when a target is missed.
func judgeFiles(paths []string, t targets, w io.Writer) error {
	titles := []string{"Without bots", "With bots"}
	if len(paths) != len(titles) {
		return errors.New("--judge takes two reports")
	}
	var reports []report
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var r report
		if err := json.Unmarshal(text, &r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		reports = append(reports, r)
		fmt.Fprintf(w, "\n%s: honest visitors got %.0f %% of the money\n", titles[i], 100*r.honestShare())
		r.print(w)
	}
	if alone, with := reports[0], reports[1]; alone.Seed != with.Seed || alone.Length != with.Length ||
		alone.Rate != with.Rate || alone.Bots || !with.Bots {
		return errors.New("these are not the same day without bots and with them")
	}
	missed := t.missed(reports[0], reports[1])
	for _, target := range missed {
		fmt.Fprintln(w, "MISSED:", target)
	}
	if len(missed) > 0 {
		return fmt.Errorf("%d targets are missed", len(missed))
	}
	fmt.Fprintln(w, "all targets are met")
	return nil
}
