package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// reportOf is a report of outcomes: so many honest visitors with a wait, and bots that were paid for.
func reportOf(bots bool, wait time.Duration, honest, paidBots, refusals int) report {
	var outcomes []outcome
	for range honest {
		outcomes = append(outcomes, outcome{kind: home, state: "JOB_STATE_SUCCEEDED", source: "ai", wait: wait})
	}
	for range paidBots {
		outcomes = append(outcomes, outcome{kind: farm, state: "JOB_STATE_SUCCEEDED", source: "ai", wait: wait})
	}
	outcomes = append(outcomes, outcome{kind: carrier, refusals: make([]string, refusals)})
	return newReport(options{seed: 1, length: time.Minute, rate: 6, bots: bots}, outcomes)
}

var usual = targets{waitRatio: 1.5, honestShare: 0.9}

// Verifies LIMIT-30.
func TestJudge(t *testing.T) {
	alone := reportOf(false, 2*time.Second, 90, 0, 0)
	for name, c := range map[string]struct {
		with   report
		missed string
	}{
		"all met":               {reportOf(true, 3*time.Second, 90, 10, 2), ""},
		"too slow":              {reportOf(true, 4*time.Second, 90, 0, 0), "the honest wait 4.0 s"},
		"money for bots":        {reportOf(true, 2*time.Second, 90, 11, 0), "89.1 % of the money"},
		"refused too often":     {reportOf(true, 2*time.Second, 90, 0, 3), "1 honest visitors were refused more than 2 times"},
		"composers drew all":    {withoutMoney(reportOf(true, 2*time.Second, 90, 0, 0)), "nothing was paid"},
		"nobody got a picture":  {reportOf(true, 0, 0, 5, 0), "no pictures"},
		"bots took turns":       {reportOf(true, 2*time.Second, 85, 5, 0), "85 honest visitors got a picture"},
		"composers cost nobody": {withComposer(reportOf(true, 2*time.Second, 90, 10, 0)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(usual.missed(alone, c.with), "; ")
			if c.missed == "" && got != "" || !strings.Contains(got, c.missed) {
				t.Errorf("missed %q, want %q", got, c.missed)
			}
		})
	}
	crowded := reportOf(false, 2*time.Second, 90, 0, 0)
	crowded.Groups["honest"] = group{Arrivals: 100, Pictures: 90, MicroUSD: 1, Median: 2 * time.Second}
	if got := usual.missed(crowded, alone); len(got) != 1 || !strings.Contains(got[0], "too slow for its crowd") {
		t.Errorf("missed %q", got)
	}
}

// withoutMoney has the composer draw what honest visitors get.
func withoutMoney(r report) report {
	g := r.Groups["honest"]
	g.MicroUSD = 0
	r.Groups["honest"] = g
	return r
}

// withComposer adds bots whose pictures the composer drew.
func withComposer(r report) report {
	g := r.Groups["bots"]
	g.Pictures += 50
	r.Groups["bots"] = g
	return r
}

func TestReportsAreReadBack(t *testing.T) {
	files := []string{filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "with")}
	for i, r := range []report{reportOf(false, time.Second, 90, 0, 0), reportOf(true, time.Second, 90, 20, 0)} {
		if err := r.write(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err := judgeFiles(files, usual, &out)
	if err == nil || !strings.Contains(out.String(), "MISSED: the honest got 81.8 %") {
		t.Errorf("%v\n%s", err, &out)
	}
	err = judgeFiles([]string{files[1], files[0]}, usual, &out)
	if err == nil || !strings.Contains(err.Error(), "same day") {
		t.Errorf("swapped: %v", err)
	}
}
