package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	"mcwick.example/services/moderation/api/audit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// fakeCases plays the part of the moderation service that has the cases.
type fakeCases struct {
	moderationv1.UnimplementedCaseOperatorServiceServer
	*fakeWall
}

const (
	caseID = "0192a8c0-0000-7000-8000-000000000001"
	heldID = "0192a8c0-0000-7000-8000-000000000002" // waits for its check
	filmID = "0192a8c0-0000-7000-8000-000000000003" // a video
	goneID = "0192a8c0-0000-7000-8000-000000000004" // media does not know it, and there is a case
	noneID = "0192a8c0-0000-7000-8000-000000000005" // of nothing
	shamed = "0192a8c0-0000-7000-8000-000000000006" // an entry of the second page of the second wall, without a case
)

func newFakeCase() *moderationv1.Case {
	return &moderationv1.Case{
		Details: &moderationv1.SubjectDetails{Text: "gm\ndevice: x", MakerDevice: "dddd",
			Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_PICTURE, Id: caseID}},
		State: moderationv1.CaseState_CASE_STATE_OPEN, Weight: 1.5, OpenSignals: 2, UpdateTime: at, DueTime: at,
		Status: moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN_AUTOMATICALLY,
		Appeal: &moderationv1.Appeal{Text: "but\ndevice: y", CreateTime: at},
		Signals: []*moderationv1.Signal{{Kind: moderationv1.SignalKind_SIGNAL_KIND_REPORT, Note: "look", Lane: "llll",
			Reason: moderationv1.Reason_REASON_SPAM, Weight: 0.5, CreateTime: at}},
		Decisions: []*moderationv1.Decision{
			{Version: 2, Action: moderationv1.Action_ACTION_HIDE, CreateTime: at},
			{Version: 1, Action: moderationv1.Action_ACTION_RESTORE, Operator: "lin", CreateTime: at, ApplyTime: at,
				Outcome: moderationv1.Outcome_OUTCOME_WITHDRAWN}},
	}
}

func (c fakeCases) ListCases(
	ctx context.Context, r *moderationv1.ListCasesRequest,
) (*moderationv1.ListCasesResponse, error) {
	answer := &moderationv1.ListCasesResponse{Cases: []*moderationv1.Case{newFakeCase()}, NextCursor: "c2"}
	if r.GetCursor() == "c2" {
		answer = &moderationv1.ListCasesResponse{}
	}
	return answer, c.record(ctx, "cases", shortName(r.GetState()), shortName(r.GetKind()), fmt.Sprint(r.GetUnapplied()),
		r.GetCursor())
}

func (c fakeCases) GetCase(ctx context.Context, r *moderationv1.GetCaseRequest) (*moderationv1.Case, error) {
	if id := r.GetSubject().GetId(); id == noneID || id == shamed {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "CASE_NOT_FOUND", "There is no case.")).Err()
	}
	return newFakeCase(), c.record(ctx, "case", shortName(r.GetSubject().GetKind()), r.GetSubject().GetId())
}

func (c fakeCases) Decide(ctx context.Context, r *moderationv1.DecideRequest) (*moderationv1.Decision, error) {
	if c.failing != "" && r.GetSubject().GetId() == c.failing {
		return nil, fault.ToStatus(fault.New(fault.KindUnavailable, "SERVICE_UNAVAILABLE", "Not now.")).Err()
	}
	id := r.GetSubject().GetId()
	if id == c.appealed && r.AppealSeen != nil && !r.GetAppealSeen() || id == c.removed && r.GetKnownVersion() != 2 {
		return nil, fault.ToStatus(fault.New(fault.KindConflict, "CASE_CHANGED", "Look again.")).Err()
	}
	return &moderationv1.Decision{Action: r.GetAction()}, c.record(ctx, shortName(r.GetAction()),
		shortName(r.GetSubject().GetKind()), r.GetSubject().GetId(), shortName(r.GetReason()), r.GetMessage(),
		r.GetNote()+describeDetails(r.GetDetails()))
}

func describeDetails(d *moderationv1.SubjectDetails) string {
	if d == nil {
		return ""
	}
	return fmt.Sprintf(" of %s: %q", d.GetMakerDevice(), d.GetText())
}

func (c fakeCases) GetLaneReports(
	ctx context.Context, r *moderationv1.GetLaneReportsRequest,
) (*moderationv1.LaneReports, error) {
	return &moderationv1.LaneReports{Open: 3, Upheld: 2, Wrong: 7, OpenTakedowns: 4}, c.record(ctx, "lane", r.GetLane())
}

func (c fakeCases) DismissLane(
	ctx context.Context, r *moderationv1.DismissLaneRequest,
) (*moderationv1.DismissLaneResponse, error) {
	return &moderationv1.DismissLaneResponse{Dismissed: 3, Remaining: 2}, c.record(ctx, "dismiss", r.GetLane(),
		r.GetNote())
}

func (c fakeCases) DismissLaneTakedowns(
	ctx context.Context, r *moderationv1.DismissLaneTakedownsRequest,
) (*moderationv1.DismissLaneTakedownsResponse, error) {
	return &moderationv1.DismissLaneTakedownsResponse{Dismissed: 3, Remaining: 2}, c.record(ctx, "dismiss takedowns",
		r.GetLane(), r.GetNote())
}

func (c fakeCases) ForgetAuditPayload(
	ctx context.Context, r *moderationv1.ForgetAuditPayloadRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, c.record(ctx, "forget", fmt.Sprint(r.GetNumber()), r.GetNote())
}

// ListAuditEntries has a chain of one entry.
func (c fakeCases) ListAuditEntries(
	ctx context.Context, r *moderationv1.ListAuditEntriesRequest,
) (*moderationv1.ListAuditEntriesResponse, error) {
	c.takePage(ctx)
	if r.GetAfterNumber() > 0 {
		return &moderationv1.ListAuditEntriesResponse{}, nil
	}
	e := fakeEntry()
	answer := "audit"
	if r.GetNewestFirst() {
		answer = fmt.Sprintf("search %q %s %q %t %d", r.GetOperator(), shortName(r.GetAction()),
			r.GetSubject().GetId(), r.GetStartTime() != nil, r.GetPageSize())
	}
	return &moderationv1.ListAuditEntriesResponse{Entries: []*moderationv1.AuditEntry{{Number: 1, CreateTime: at,
		Operator: e.Operator, Act: e.Act, CaseId: e.CaseID, Digest: e.Digest, Previous: e.Previous,
		Hash: e.Hash(), Payload: []byte("{}")}}}, c.record(ctx, answer)
}

func (c fakeCases) GetOperatorStatistics(
	ctx context.Context, _ *moderationv1.GetOperatorStatisticsRequest,
) (*moderationv1.OperatorStatistics, error) {
	return &moderationv1.OperatorStatistics{
		Public:    &moderationv1.Statistics{Reports: 7, UpheldReports: 4, MedianWait: durationpb.New(2 * time.Hour)},
		Operators: []*moderationv1.OperatorDecisions{{Operator: "lin", Decisions: &moderationv1.DecisionCounts{Hide: 3}}},
		Open:      []*moderationv1.OpenCases{{Kind: moderationv1.SubjectKind_SUBJECT_KIND_VIDEO, Count: 5}},
	}, c.record(ctx, "statistics")
}

func fakeEntry() audit.Entry {
	return audit.Entry{Number: 1, Time: at.AsTime(), Operator: "ada", Act: "hide", CaseID: "c1",
		Digest: audit.Digest([]byte("{}")), Previous: audit.Start().Hash}
}

func TestCaseCommands(t *testing.T) {
	s, run := newEnvironment(t)
	head := fmt.Sprintf("1:%x", fakeEntry().Hash())
	for _, c := range []struct{ line, want, says string }{
		{"case list", "ada cases open - false ",
			"picture  " + caseID + "  2030-01-02 15:04Z  1.5     2        open    hide, not yet applied  gm"},
		{"case list --all --unapplied --kind place --cursor c2", "ada cases - place true c2",
			"No cases."},
		{"case show picture " + caseID, "ada case picture " + caseID, "restore, withdrawn"},
		{"case show picture https://x.example/media/memes/" + caseID + "-320.webp?a=b", "ada case picture " + caseID,
			"look"},
		{"case show picture " + caseID + " --json", "ada case picture " + caseID, `"makerDevice": "dddd"`},
		{"case hide picture " + caseID + " --reason spam --message no --note seen",
			"ada hide picture " + caseID + ` spam no seen of dd: "gm"`, "Decided: hide."},
		{"case restore picture " + caseID, "ada restore picture " + caseID + ` -   of dd: "gm"`, "Decided: restore."},
		{"case show picture " + caseID, "ada case picture " + caseID, "automatic"},
		{"case show picture " + caseID, "ada case picture " + caseID,
			", hidden-automatically, case open, due 2030-01-02 15:04Z, weight 1.5\n" +
				"text: gm\n    device: x\ndevice: dddd\nappeal: open: but\n    device: y\n"},
		{"case remove wall-entry " + caseID + " --reason person", "ada remove wall-entry " + caseID + " person  ",
			"Decided: remove."},
		{"case leave place " + caseID, "ada leave place " + caseID + " -  ", "Decided: leave."},
		{"case remove picture " + caseID + " --reason copyright", "ada remove picture " + caseID + ` copyright   of dd: "gm"`,
			"Decided: remove."},
		{"case lane llll", "ada lane llll", "3 open, 2 upheld, 7 wrong; 4 takedown requests open"},
		{"case dismiss-lane --lane=-llll --note flood", "ada dismiss -llll flood", "3 reports closed. 2 are left"},
		{"case dismiss-lane --lane llll --takedowns", "ada dismiss takedowns llll ", "3 takedown requests closed. 2 are left"},
		{"case verify-audit", "ada audit", "1 entries, nothing changed. The head is " + head},
		{"case verify-audit --json --known " + head, "ada audit", `"head": "` + head + `"`},
		{"case audit", `ada search "" - "" false 24`, "ada  hide    {}"},
		{"case audit picture " + caseID + " --operator lin --action hide --since 24h --size 5",
			`ada search "lin" hide "` + caseID + `" true 5`, "{}"},
		{"case statistics", "ada statistics", "7 reports, 4 upheld, 0 wrong."},
		{"case statistics", "ada statistics", "lin        0     3"},
		{"case statistics", "ada statistics", "video    5"},
		{"case forget 1 --note asked", "ada forget 1 asked", "Forgotten."},
	} {
		out, err := run(append([]string{"--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(out, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests[max(0, len(s.requests)-1):], out)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"case verify-audit --known one":             "is not the number and hash",
		"case hide picture " + caseID:               `"reason" not set`,
		"case hide picture x --reason ugly":         "is none of spam",
		"case show meme " + caseID:                  "is none of picture, place",
		"case list --kind meme":                     "is none of picture, place",
		"case list --signal nose":                   "is none of report, takedown, verdict",
		"case audit picture":                        "give the kind and the id",
		"case audit --action burn":                  "is none of hide, leave",
		"case forget one":                           "is no number",
		"case dismiss-lane":                         `"lane" not set`,
		"case restore picture x --reason offensive": "unknown flag",
	})
	for known, says := range map[string]string{
		"1:" + strings.Repeat("00", audit.Size): "the audit was written anew",
		"2:" + strings.Repeat("00", audit.Size): "the audit was cut off",
	} {
		s.requests = nil
		if _, err := run("case", "verify-audit", "--as", "ada", "--known", known); err == nil ||
			!strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v", known, err)
		}
	}
}

// Verifies MOD-106.
func TestCaseDecisionAnswersNoUnreadAppeal(t *testing.T) {
	s, run := newEnvironment(t)
	s.appealed = caseID
	line := []string{"case", "restore", "picture", caseID, "--as", "ada"}
	if out, err := run(line...); err == nil || !strings.Contains(describeError(err), "CASE_CHANGED") {
		t.Errorf("unread: %v\n%s", err, out)
	}
	if out, err := run(append(line, "--answer-appeal")...); err != nil || !strings.Contains(out, "Decided: restore.") {
		t.Errorf("read: %v\n%s", err, out)
	}
}

// Verifies MOD-101.
func TestRestoringTakesBackARemoval(t *testing.T) {
	s, run := newEnvironment(t)
	s.removed = caseID
	if out, err := run("case", "restore", "picture", caseID, "--as", "ada"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Verifies MOD-116.
func TestDecisionNeedsASubject(t *testing.T) {
	s, run := newEnvironment(t)
	for _, act := range []string{"hide --reason spam", "remove --reason spam", "leave", "restore"} {
		for subject, says := range map[string]string{
			"picture " + filmID: "it is a video",
			"video " + caseID:   "it is a picture",
			"picture " + noneID: "no such picture, and no case about it",
			"video " + noneID:   "no such video, and no case about it",
			"place " + noneID:   "no such place, and no case about it",
		} {
			out, err := run(strings.Fields("--as ada case " + act + " " + subject)...)
			if err == nil || !strings.Contains(describeError(err), says) {
				t.Errorf("%s %s: %v\n%s", act, subject, err, out)
			}
		}
		name, _, _ := strings.Cut(act, " ")
		if slices.ContainsFunc(s.requests, func(r string) bool { return strings.HasPrefix(r, "ada "+name) }) {
			t.Errorf("decided: %q", s.requests)
		}
		for _, subject := range []string{"video " + filmID, "picture " + goneID, "wall-entry " + goneID, "wall-entry " + shamed,
			"wall-entry " + noneID} {
			out, err := run(strings.Fields("--as ada case " + act + " " + subject)...)
			if err != nil || !strings.HasPrefix(s.requests[len(s.requests)-1], "ada "+name+" "+subject) {
				t.Errorf("%s %s: %v, sent %q\n%s", act, subject, err, s.requests, out)
			}
		}
	}
}

// Verifies MOD-104.
func TestHeldWorkIsRestoredAndNotLeft(t *testing.T) {
	s, run := newEnvironment(t)
	out, err := run("case", "restore", "picture", heldID, "--as", "ada")
	if want := "ada leave picture " + heldID + ` -   of dd: "gm"`; err != nil || !strings.Contains(out, "Decided: restore.") ||
		s.requests[len(s.requests)-1] != want {
		t.Errorf("%v, sent %q\n%s", err, s.requests, out)
	}
	s.requests = nil
	out, err = run("case", "leave", "picture", heldID, "--as", "ada")
	if err == nil || !strings.Contains(err.Error(), "waits for its check") || len(s.requests) != 1 {
		t.Errorf("left: %v, sent %q\n%s", err, s.requests, out)
	}
}

// Verifies MOD-26.
func TestEachPageHasItsOwnTime(t *testing.T) {
	s, run := newEnvironment(t)
	s.pageTime = time.Second
	for _, line := range []string{"case verify-audit", "video show v1 --out -"} {
		s.deadlines = nil
		if out, err := run(append(strings.Fields(line), "--as", "ada")...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if d := s.deadlines; len(d) != 2 || d[0].IsZero() || d[1].Sub(d[0]) < s.pageTime/2 {
			t.Errorf("%s: the deadlines are %v", line, d)
		}
	}
}
