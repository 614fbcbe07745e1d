package main

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

func newCase(o *options) *cobra.Command {
	return newGroup("case", "What was reported, and decisions about it", `What was reported, and decisions about it.

Reports, automatic checks, takedown requests and appeals wait in cases, one for each subject: a
picture, an entry of a wall or, in the words of a request, a place. A decision closes them. Its
subject's service applies it within two seconds and confirms that; until then it is not yet applied.
Instead of an id, an address or an object's name that ends in one will do.`,
		newCaseList(o), newCaseShow(o),
		newDecision(o, "leave", moderationv1.Action_ACTION_LEAVE,
			"Leave it as it is; reports alone never hide it again"),
		newDecision(o, "hide", moderationv1.Action_ACTION_HIDE, "Take it out of the public, until it is restored"),
		newDecision(o, "remove", moderationv1.Action_ACTION_REMOVE,
			"Take it out of the public for good; what looks like it cannot be published"),
		newDecision(o, "restore", moderationv1.Action_ACTION_RESTORE,
			"Make it public again, with its position and likes"),
		newCaseBulk(o), newCaseLane(o), newCaseDismissLane(o), newCaseAudit(o), newCaseVerifyAudit(o), newCaseForget(o),
		newCaseStatistics(o))
}

// subjectKinds are the kinds as they are typed.
var subjectKinds = map[string]moderationv1.SubjectKind{
	"picture":    moderationv1.SubjectKind_SUBJECT_KIND_PICTURE,
	"video":      moderationv1.SubjectKind_SUBJECT_KIND_VIDEO,
	"wall-entry": moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY,
	"place":      moderationv1.SubjectKind_SUBJECT_KIND_PLACE,
}

// signalKinds are the kinds as they are typed.
var signalKinds = map[string]moderationv1.SignalKind{
	"report":   moderationv1.SignalKind_SIGNAL_KIND_REPORT,
	"verdict":  moderationv1.SignalKind_SIGNAL_KIND_VERDICT,
	"takedown": moderationv1.SignalKind_SIGNAL_KIND_TAKEDOWN,
}

// parseName returns the value of a typed name.
func parseName[Value any](of map[string]Value, name string) (Value, error) {
	value, ok := of[name]
	if !ok {
		return value, fmt.Errorf("%q is none of %s", name, strings.Join(slices.Sorted(maps.Keys(of)), ", "))
	}
	return value, nil
}

// idLength is the length of a subject's id.
const idLength = 36

// parseSubject returns the subject of two arguments: its kind, and its id, address or object's name.
func parseSubject(args []string) (*moderationv1.Subject, error) {
	kind, err := parseName(subjectKinds, args[0])
	if err != nil {
		return nil, err
	}
	id, _, _ := strings.Cut(path.Base(args[1]), "?")
	return &moderationv1.Subject{Kind: kind, Id: id[:min(len(id), idLength)]}, nil
}

func newCaseList(o *options) *cobra.Command {
	r := &moderationv1.ListCasesRequest{}
	var all bool
	var kind, signal string
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Which cases wait, what is due first",
		Example: "  mcwickctl case list --as ada\n  mcwickctl case list --all --unapplied --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if !all {
				r.State = moderationv1.CaseState_CASE_STATE_OPEN
			}
			if kind != "" {
				if r.Kind, err = parseName(subjectKinds, kind); err != nil {
					return err
				}
			}
			if signal != "" {
				if r.Signal, err = parseName(signalKinds, signal); err != nil {
					return err
				}
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.ListCases, r, showCases)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	cmd.Flags().BoolVar(&all, "all", false, "also closed ones, the last changed first")
	cmd.Flags().BoolVar(&r.Unapplied, "unapplied", false, "only those with a decision that is not yet applied")
	cmd.Flags().StringVar(&signal, "signal", "", "only those with an open report, verdict or takedown")
	cmd.Flags().StringVar(&r.Lane, "lane", "", "only those with an open report of this network")
	cmd.Flags().BoolVar(&r.Appealed, "appealed", false, "only those with an open appeal")
	cmd.Flags().StringVar(&r.MakerDevice, "maker-device", "", "only those of one device's works")
	cmd.Flags().StringVar(&r.MakerAccount, "maker-account", "", "only those of one account's works")
	cmd.Flags().StringVar(&kind, "kind", "", "only one of picture, place, video and wall-entry")
	return cmd
}

func showCases(cmd *cobra.Command, r *moderationv1.ListCasesResponse) error {
	rows := [][]string{{"KIND", "ID", "DUE", "WEIGHT", "SIGNALS", "APPEAL", "DECISION", "TEXT", "CHANGED"}}
	for _, c := range r.GetCases() {
		appeal, decision := "-", "-"
		if c.GetAppeal() != nil && c.GetAppeal().GetAnswerTime() == nil {
			appeal = "open"
		}
		if len(c.GetDecisions()) > 0 {
			decision = describeDecision(c.GetDecisions()[0])
		}
		rows = append(rows, []string{shortName(c.GetDetails().GetSubject().GetKind()),
			c.GetDetails().GetSubject().GetId(), formatTime(c.GetDueTime()),
			formatWeight(c.GetWeight()), strconv.Itoa(int(c.GetOpenSignals())), appeal, decision,
			c.GetDetails().GetText(), formatTime(c.GetUpdateTime())})
	}
	return showPage(cmd, "No cases.", rows, r.GetNextCursor())
}

func formatWeight(w float64) string { return strconv.FormatFloat(w, 'f', 1, 64) }

// describeDecision says what a decision does and whether it is in force.
func describeDecision(d *moderationv1.Decision) string {
	if d.GetApplyTime() == nil {
		return shortName(d.GetAction()) + ", not yet applied"
	}
	if d.GetOutcome() != moderationv1.Outcome_OUTCOME_APPLIED {
		return shortName(d.GetAction()) + ", " + shortName(d.GetOutcome())
	}
	return shortName(d.GetAction())
}

func newCaseShow(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "show kind id",
		Short:   "All that is known about one subject",
		Example: "  mcwickctl case show picture ID --as ada",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			of, err := parseSubject(args)
			if err != nil {
				return err
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.GetCase,
				&moderationv1.GetCaseRequest{Subject: of}, showCase)
		},
	}
}

func showCase(cmd *cobra.Command, c *moderationv1.Case) error {
	d := c.GetDetails()
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s %s, %s, case %s, due %s, weight %s\n", shortName(d.GetSubject().GetKind()),
		d.GetSubject().GetId(), shortName(c.GetStatus()), shortName(c.GetState()), formatTime(c.GetDueTime()),
		formatWeight(c.GetWeight()))
	appeal := ""
	if a := c.GetAppeal(); a.GetAnswerTime() != nil {
		appeal = "answered: " + a.GetText()
	} else if a != nil {
		appeal = "open: " + a.GetText()
	}
	for _, line := range [][2]string{{"text", d.GetText()}, {"object", d.GetObjectName()}, {"device",
		d.GetMakerDevice()},
		{"account", d.GetMakerAccount()}, {"appeal", appeal}} {
		if line[1] != "" {
			// Indented, so that no line of a visitor's text looks like the command's own.
			fmt.Fprintf(out, "%s: %s\n", line[0], strings.ReplaceAll(line[1], "\n", "\n    "))
		}
	}
	signals := [][]string{{"SIGNAL", "REASON", "WEIGHT", "WHEN", "LANE", "HANDLE", "NOTE"}}
	for _, s := range c.GetSignals() {
		signals = append(signals, []string{shortName(s.GetKind()), shortName(s.GetReason()),
			formatWeight(s.GetWeight()),
			formatTime(s.GetCreateTime()), s.GetLane(), s.GetXHandle(), s.GetNote()})
	}
	decided := [][]string{{"VERSION", "DECISION", "REASON", "BY", "WHEN", "MESSAGE", "NOTE"}}
	for _, d := range c.GetDecisions() {
		by := d.GetOperator()
		if by == "" {
			by = "automatic"
		}
		decided = append(decided, []string{strconv.Itoa(int(d.GetVersion())), describeDecision(d),
			shortName(d.GetReason()), by,
			formatTime(d.GetCreateTime()), d.GetMessage(), d.GetNote()})
	}
	for _, rows := range [][][]string{signals, decided} {
		if len(rows) > 1 {
			fmt.Fprintln(out)
			if err := table(out, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

func newDecision(o *options, name string, action moderationv1.Action, short string) *cobra.Command {
	var reason caseReason
	r := &moderationv1.DecideRequest{Action: action, AppealSeen: new(bool)}
	cmd := &cobra.Command{
		Use:     name + " kind id",
		Short:   short,
		Example: fmt.Sprintf("  mcwickctl case %s picture ID --as ada%s", name, decisionExample(action)),
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.Subject, err = parseSubject(args); err != nil {
				return err
			}
			if r.Reason, err = reason.parse(); err != nil {
				return err
			}
			if action == moderationv1.Action_ACTION_RESTORE {
				of := &moderationv1.GetCaseRequest{Subject: r.GetSubject()}
				r.KnownVersion, err = newestVersion(
					invoke(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.GetCase, of))
				if err != nil {
					return err
				}
			}
			w, err := findWork(cmd, o, r.GetSubject())
			switch {
			case err != nil && action == moderationv1.Action_ACTION_LEAVE:
				return fmt.Errorf("it may wait for its check, and to leave it would make it public: %w", err)
			case err != nil:
				fmt.Fprintln(cmd.ErrOrStderr(), "Its maker is not known, and learns nothing of a new case:", describeError(err))
			case w == nil:
				if err := checkKnown(cmd, o, r.GetSubject()); err != nil {
					return err
				}
			case subjectOf(w).GetKind() != r.GetSubject().GetKind():
				return fmt.Errorf("it is a %s", shortName(w.GetKind()))
			case isHeld(w) && action == moderationv1.Action_ACTION_LEAVE:
				return errors.New("it waits for its check: restore, hide or remove it")
			default:
				r.Details, r.Action = detailsOf(w, r.GetSubject()), actionOn(w, action)
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.Decide, r,
				func(cmd *cobra.Command, _ *moderationv1.Decision) error {
					_, err := fmt.Fprintf(cmd.OutOrStdout(),
						"Decided: %s. It takes effect within two seconds; 'case show' says when it did.\n", name)
					return err
				})
		},
	}
	decisionFlags(cmd, r, &reason)
	cmd.Flags().BoolVar(r.AppealSeen, "answer-appeal", false,
		"it answers the open appeal, which 'case show' has; without this it is refused while there is one")
	return cmd
}

// decisionFlags are the flags of a decision: why, and what its maker reads.
func decisionFlags(cmd *cobra.Command, r *moderationv1.DecideRequest, reason *caseReason) {
	if needsReason(r.GetAction()) {
		cmd.Flags().StringVar((*string)(reason), "reason", "",
			"what its maker reads: spam, offensive, person, copyright or other")
		_ = cmd.MarkFlagRequired("reason") // the flag is there
	}
	cmd.Flags().StringVar(&r.Message, "message", "", "a sentence to its maker; at most 400 characters")
	noteFlag(cmd, &r.Note)
}

// caseReason is a reason as it is typed; the empty one is none.
type caseReason string

func (f caseReason) parse() (moderationv1.Reason, error) {
	number, ok := moderationv1.Reason_value["REASON_"+strings.ToUpper(string(f))]
	if !ok && f != "" {
		return 0, fmt.Errorf("%q is none of spam, offensive, person, copyright, other", f)
	}
	return moderationv1.Reason(number), nil
}

// findWork returns a picture or a video as media knows it; nil for what it does not know.
func findWork(cmd *cobra.Command, o *options, of *moderationv1.Subject) (*mediav1.Work, error) {
	if of.GetKind() != moderationv1.SubjectKind_SUBJECT_KIND_PICTURE &&
		of.GetKind() != moderationv1.SubjectKind_SUBJECT_KIND_VIDEO {
		return nil, nil
	}
	page, err := invoke(cmd, o, workContract, mediav1.WorkOperatorServiceClient.ListWorks,
		&mediav1.ListWorksRequest{Id: of.GetId()})
	if err != nil || len(page.GetWorks()) == 0 {
		return nil, err
	}
	return page.GetWorks()[0], nil
}

// newestVersion returns the version of the newest decision in an answer of GetCase, without which no removal is
// taken back; nil without a case.
func newestVersion(c *moderationv1.Case, err error) (*int32, error) {
	switch {
	case err != nil && fault.From(err).Reason == "CASE_NOT_FOUND":
		return nil, nil
	case err != nil || len(c.GetDecisions()) == 0:
		return new(int32), err
	}
	return &c.GetDecisions()[0].Version, nil
}

// checkKnown returns an error when no service knows a subject, and warns of one that may be hidden on a wall:
// moderation opens a case about any id, also a mistyped one.
func checkKnown(cmd *cobra.Command, o *options, of *moderationv1.Subject) error {
	_, err := invoke(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.GetCase,
		&moderationv1.GetCaseRequest{Subject: of})
	if err == nil || fault.From(err).Reason != "CASE_NOT_FOUND" {
		return err
	}
	r := &wallv1.ListEntriesRequest{Wall: wallv1.Wall_WALL_FLAME, PageSize: pageSize}
	for of.GetKind() == moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY {
		page, err := invoke(cmd, o, wallContract, wallv1.WallOperatorServiceClient.ListEntries, r)
		if err != nil || slices.ContainsFunc(page.GetEntries(),
			func(e *wallv1.WallEntry) bool { return strings.EqualFold(e.GetId(), of.GetId()) }) {
			return err
		}
		if r.Cursor = page.GetNextCursor(); r.Cursor == "" {
			if r.GetWall() == wallv1.Wall_WALL_SHAME {
				break
			}
			r.Wall = wallv1.Wall_WALL_SHAME
		}
	}
	if of.GetKind() == moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY { // a hidden one is in no list
		_, err := fmt.Fprintln(cmd.ErrOrStderr(),
			"No wall shows this entry, and there is no case about it: it is hidden, or there is none.")
		return err
	}
	return fmt.Errorf("there is no such %s, and no case about it", shortName(of.GetKind()))
}

// isHeld reports whether a work waits for its check.
func isHeld(w *mediav1.Work) bool { return w.GetState() == mediav1.WorkState_WORK_STATE_HELD }

// actionOn returns the action of a decision on a work. What waits for its check has no decision yet: to
// leave it makes it public.
func actionOn(w *mediav1.Work, action moderationv1.Action) moderationv1.Action {
	if isHeld(w) && action == moderationv1.Action_ACTION_RESTORE {
		return moderationv1.Action_ACTION_LEAVE
	}
	return action
}

// detailsOf is what moderation needs to know of a work for a case that it has not opened yet.
func detailsOf(w *mediav1.Work, of *moderationv1.Subject) *moderationv1.SubjectDetails {
	texts := slices.DeleteFunc(append(slices.Clone(w.GetTexts()), w.GetCaption(), w.GetSignature()),
		func(s string) bool { return s == "" })
	return &moderationv1.SubjectDetails{Subject: of, Text: strings.Join(texts, "\n"), ObjectName: w.GetObjectName(),
		MakerDevice: w.GetMakerDevice(), MakerAccount: w.GetMakerAccount()}
}

func needsReason(action moderationv1.Action) bool {
	return action == moderationv1.Action_ACTION_HIDE || action == moderationv1.Action_ACTION_REMOVE
}

func decisionExample(action moderationv1.Action) string {
	if needsReason(action) {
		return " --reason offensive --message 'Not here, broh.'"
	}
	return " --note 'seen'"
}

func newCaseLane(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "lane lane",
		Short:   "Count one network's open reports and takedowns, and what became of the last 1,000 closed reports in 7 days",
		Example: "  mcwickctl case lane LANE --as ada",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.GetLaneReports,
				&moderationv1.GetLaneReportsRequest{Lane: args[0]},
				func(cmd *cobra.Command, r *moderationv1.LaneReports) error {
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d open, %d upheld, %d wrong; %d takedown requests open\n",
						r.GetOpen(), r.GetUpheld(), r.GetWrong(), r.GetOpenTakedowns())
					return err
				})
		},
	}
}

func newCaseDismissLane(o *options) *cobra.Command {
	var lane, note string
	var takedowns bool
	cmd := &cobra.Command{
		Use:     "dismiss-lane --lane lane",
		Short:   "Close the reports, or the takedown requests, that came from one network; their subjects stay as they are",
		Example: "  mcwickctl case dismiss-lane --lane LANE --as ada --note 'a flood'",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if takedowns {
				return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.DismissLaneTakedowns,
					&moderationv1.DismissLaneTakedownsRequest{Lane: lane, Note: note},
					func(cmd *cobra.Command, closed *moderationv1.DismissLaneTakedownsResponse) error {
						return showDismissed(cmd, "takedown requests", closed.GetDismissed(), closed.GetRemaining())
					})
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.DismissLane,
				&moderationv1.DismissLaneRequest{Lane: lane, Note: note},
				func(cmd *cobra.Command, closed *moderationv1.DismissLaneResponse) error {
					return showDismissed(cmd, "reports", closed.GetDismissed(), closed.GetRemaining())
				})
		},
	}
	cmd.Flags().StringVar(&lane, "lane", "", "the network, as 'case show' has it; lanes are kept for 7 days")
	_ = cmd.MarkFlagRequired("lane") // the flag is there
	cmd.Flags().BoolVar(&takedowns, "takedowns", false,
		"takedown requests instead of reports: 'case lane' counts them, 'case list --signal takedown --lane' shows them")
	noteFlag(cmd, &note)
	return cmd
}

func showDismissed(cmd *cobra.Command, what string, dismissed, remaining int32) error {
	left := "None is left."
	if remaining > 0 {
		left = fmt.Sprintf("%d are left: repeat the command.", remaining)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d %s closed. %s\n", dismissed, what, left)
	return err
}
