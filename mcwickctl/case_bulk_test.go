package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// newFakeFlood is a page of the works of a device that published one in each state.
func newFakeFlood(cursor string) *mediav1.ListWorksResponse {
	work := func(id string, kind mediav1.WorkKind, state mediav1.WorkState) *mediav1.Work {
		return &mediav1.Work{Kind: kind, Id: id, Caption: "buy " + id, State: state, MakerDevice: "flood",
			CreateTime: timestamppb.Now()}
	}
	const picture, video = mediav1.WorkKind_WORK_KIND_PICTURE, mediav1.WorkKind_WORK_KIND_VIDEO
	if cursor == "" {
		return &mediav1.ListWorksResponse{NextCursor: "c2", Works: []*mediav1.Work{
			work("public", picture, mediav1.WorkState_WORK_STATE_PUBLIC),
			work("film", video, mediav1.WorkState_WORK_STATE_PUBLIC),
			work("hidden", picture, mediav1.WorkState_WORK_STATE_HIDDEN)}}
	}
	return &mediav1.ListWorksResponse{Works: []*mediav1.Work{
		work("removed", picture, mediav1.WorkState_WORK_STATE_REMOVED),
		work("held", picture, mediav1.WorkState_WORK_STATE_HELD),
		work("doubted", picture, mediav1.WorkState_WORK_STATE_HIDDEN_AUTOMATICALLY)}}
}

// newFakeHiddenFlood is a page of the works of a device: 1,200 hidden ones, and then a public one.
func newFakeHiddenFlood(cursor string) *mediav1.ListWorksResponse {
	const pages = 12
	n, _ := strconv.Atoi(cursor)
	if n == pages {
		return &mediav1.ListWorksResponse{Works: []*mediav1.Work{{Id: "old", Caption: "buy old",
			State: mediav1.WorkState_WORK_STATE_PUBLIC, CreateTime: timestamppb.Now()}}}
	}
	page := &mediav1.ListWorksResponse{NextCursor: strconv.Itoa(n + 1)}
	for i := range 100 {
		page.Works = append(page.Works, &mediav1.Work{Id: fmt.Sprint(n, "-", i), CreateTime: timestamppb.Now(),
			State: mediav1.WorkState_WORK_STATE_HIDDEN})
	}
	return page
}

// Verifies MOD-96.
func TestCaseBulkGoesOnBehindWhatIsDecided(t *testing.T) {
	_, run := newEnvironment(t)
	for act, says := range map[string]string{
		"hide --reason spam": "1 would be hidden, 1200 are already. There are no more.",
		"restore":            "1000 would be public, 0 are already. These are the newest 1000, and there are more",
	} {
		out, err := run(strings.Fields("--as ada case bulk " + act + " --device hidden-flood")...)
		if err != nil || !strings.Contains(out, says) {
			t.Errorf("%s: %v\n%s", act, err, out)
		}
	}
	out, err := run(strings.Fields("--as ada case bulk hide --reason spam --device hidden-flood --yes")...)
	if err != nil || !strings.Contains(out, "1 decided: hide. There are no more.") {
		t.Errorf("hide: %v\n%s", err, out)
	}
}

// Verifies MOD-96.
func TestCaseBulkDecidesOnWhatItShowed(t *testing.T) {
	s, run := newEnvironment(t)
	decisions := func() []string {
		return slices.DeleteFunc(slices.Clone(s.requests),
			func(r string) bool { return strings.HasPrefix(r, "ada works") || strings.HasPrefix(r, "ada case ") })
	}
	for _, c := range []struct {
		line    string
		preview string
		changed []string // the ids that the preview has
		decided []string
	}{
		{"hide --reason spam --note flood", "4 would be hidden, 2 are already.", []string{"public", "film", "held", "doubted"}, []string{
			`ada hide picture public spam  flood of flood: "buy public"`, `ada hide video film spam  flood of flood: "buy film"`,
			`ada hide picture held spam  flood of flood: "buy held"`, `ada hide picture doubted spam  flood of flood: "buy doubted"`}},
		{"remove --reason offensive --message no", "5 would be removed, 1 are already.",
			[]string{"public", "film", "hidden", "held", "doubted"}, []string{
				`ada remove picture public offensive no  of flood: "buy public"`,
				`ada remove video film offensive no  of flood: "buy film"`,
				`ada remove picture hidden offensive no  of flood: "buy hidden"`,
				`ada remove picture held offensive no  of flood: "buy held"`,
				`ada remove picture doubted offensive no  of flood: "buy doubted"`}},
		{"restore", "4 would be public, 2 are already.", []string{"hidden", "removed", "held", "doubted"}, []string{
			`ada restore picture hidden -   of flood: "buy hidden"`, `ada restore picture removed -   of flood: "buy removed"`,
			`ada leave picture held -   of flood: "buy held"`, `ada restore picture doubted -   of flood: "buy doubted"`}},
	} {
		args := append([]string{"--as", "ada", "case", "bulk"}, strings.Fields(c.line+" --device flood")...)
		s.requests = nil
		out, err := run(args...)
		if err != nil || len(decisions()) != 0 || !strings.Contains(out, c.preview) ||
			!strings.Contains(out, "--yes decides") {
			t.Errorf("%s: %v, decided %q\n%s", c.line, err, decisions(), out)
		}
		for _, id := range c.changed {
			if !strings.Contains(out, "buy "+id) {
				t.Errorf("%s: no %s in\n%s", c.line, id, out)
			}
		}
		if n := strings.Count(out, "buy "); n != len(c.changed) {
			t.Errorf("%s: %d works\n%s", c.line, n, out)
		}
		s.requests = nil
		if out, err = run(append(args, "--yes")...); err != nil || !slices.Equal(decisions(), c.decided) {
			t.Errorf("%s: %v\n%q\n%s", c.line, err, decisions(), out)
		}
	}
}

func TestCaseBulkGoesOnAfterADecisionThatFails(t *testing.T) {
	s, run := newEnvironment(t)
	s.failing = "public"
	out, err := run("case", "bulk", "hide", "--as", "ada", "--device", "flood", "--reason", "spam", "--yes", "--json")
	var answer struct {
		Decided []string
		Failed  map[string]string
	}
	if err == nil || !strings.Contains(err.Error(), "1 of 4 decisions failed") ||
		json.Unmarshal([]byte(out), &answer) != nil ||
		!slices.Equal(answer.Decided, []string{"film", "held", "doubted"}) || answer.Failed["public"] == "" {
		t.Errorf("%v\n%s", err, out)
	}
}

// Verifies MOD-106.
func TestCaseBulkAnswersNoAppeal(t *testing.T) {
	s, run := newEnvironment(t)
	s.appealed = "hidden"
	out, err := run("case", "bulk", "restore", "--as", "ada", "--device", "flood", "--yes", "--json")
	if err == nil || !strings.Contains(err.Error(), "1 of 4 decisions failed") || !strings.Contains(out, "CASE_CHANGED") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Verifies MOD-101.
func TestCaseBulkTakesBackListedRemovals(t *testing.T) {
	s, run := newEnvironment(t)
	for removed, says := range map[string]string{
		"removed": "4 decided: restore.",
		"hidden":  "3 decided: restore.", // after it was listed
	} {
		s.removed = removed
		out, err := run("case", "bulk", "restore", "--as", "ada", "--device", "flood", "--yes")
		if !strings.Contains(out, says) || (err == nil) != (removed == "removed") {
			t.Errorf("%s: %v\n%s", removed, err, out)
		}
	}
}

func TestCaseBulkRefusesWhatItDoesNotUnderstand(t *testing.T) {
	s, run := newEnvironment(t)
	for line, says := range map[string]string{
		"hide --device flood":                  `"reason" not set`,
		"hide --device flood --reason ugly":    "is none of spam",
		"hide --reason spam --yes":             "choose works by --device",
		"hide --reason spam --device= --yes":   "choose works by --device",
		"restore --device flood --lane l1":     "none of the others can be",
		"restore --device flood --reason spam": "unknown flag",
		"leave":                                "unknown command",
	} {
		out, err := run(append(strings.Fields("case bulk "+line), "--as", "ada")...)
		if err == nil || !strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if len(s.requests) != 0 {
		t.Errorf("asked %q all the same", s.requests)
	}
}
