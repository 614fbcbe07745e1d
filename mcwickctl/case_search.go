package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

func newCaseAudit(o *options) *cobra.Command {
	r := &moderationv1.ListAuditEntriesRequest{NewestFirst: true}
	var action string
	var since time.Duration
	cmd := &cobra.Command{
		Use:     "audit [kind id]",
		Short:   "Who decided what, newest first; also about one subject",
		Example: "  mcwickctl case audit --operator lin --action remove --since 24h --as ada\n  mcwickctl case audit picture ID --as ada",
		Args:    cobra.MatchAll(cobra.MaximumNArgs(2), refuseOneArg),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if len(args) == 2 {
				if r.Subject, err = parseSubject(args); err != nil {
					return err
				}
			}
			if action != "" {
				value, ok := moderationv1.Action_value["ACTION_"+strings.ToUpper(action)]
				if !ok || value == 0 {
					return fmt.Errorf("%q is none of hide, leave, remove, restore", action)
				}
				r.Action = moderationv1.Action(value)
			}
			if since > 0 {
				r.StartTime = timestamppb.New(time.Now().Add(-since))
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.ListAuditEntries, r,
				func(cmd *cobra.Command, found *moderationv1.ListAuditEntriesResponse) error {
					return showAuditEntries(cmd, found, r.GetPageSize())
				})
		},
	}
	cmd.Flags().StringVar(&r.Operator, "operator", "", "only what this operator decided")
	cmd.Flags().StringVar(&action, "action", "", "only this: hide, leave, remove or restore")
	cmd.Flags().DurationVar(&since, "since", 0, "only what is not older, such as 24h")
	cmd.Flags().Int32Var(&r.PageSize, "size", 24, "how many, at most 1,000")
	cmd.Flags().Int64Var(&r.AfterNumber, "before", 0, "only entries with a smaller number: the next page")
	return cmd
}

// refuseOneArg refuses a kind without an id.
func refuseOneArg(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return errors.New("give the kind and the id")
	}
	return nil
}

func showAuditEntries(cmd *cobra.Command, r *moderationv1.ListAuditEntriesResponse, size int32) error {
	rows := [][]string{{"NUMBER", "WHEN", "BY", "ACTION", "ABOUT"}}
	for _, e := range r.GetEntries() {
		about := "forgotten"
		if e.Payload != nil {
			about = string(e.GetPayload())
		}
		rows = append(rows, []string{strconv.FormatInt(e.GetNumber(), 10), formatTime(e.GetCreateTime()),
			cmp.Or(e.GetOperator(), "automatic"), e.GetAct(), about})
	}
	return showKeyedPage(cmd, "No entries.", rows, size, "--before")
}

func newCaseStatistics(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "statistics",
		Short:   "Who decided how much in the last 30 days, and what waits",
		Example: "  mcwickctl case statistics --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.GetOperatorStatistics,
				&moderationv1.GetOperatorStatisticsRequest{}, showOperatorStatistics)
		},
	}
}

func showOperatorStatistics(cmd *cobra.Command, r *moderationv1.OperatorStatistics) error {
	p := r.GetPublic()
	_, err := fmt.Fprintf(cmd.OutOrStdout(),
		"%d reports, %d upheld, %d wrong. %d appeals, %d restored. Waited: median %s, 90%% at most %s.\n",
		p.GetReports(), p.GetUpheldReports(), r.GetWrongReports(), p.GetAppeals(), p.GetRestoredAppeals(),
		formatWait(p.GetMedianWait()), formatWait(r.GetP90Wait()))
	if err != nil {
		return err
	}
	by := [][]string{{"BY", "LEFT", "HIDDEN", "REMOVED", "RESTORED"}}
	add := func(name string, c *moderationv1.DecisionCounts) {
		row := []string{name}
		for _, n := range []int32{c.GetLeave(), c.GetHide(), c.GetRemove(), c.GetRestore()} {
			row = append(row, strconv.Itoa(int(n)))
		}
		by = append(by, row)
	}
	for _, one := range r.GetOperators() {
		add(one.GetOperator(), one.GetDecisions())
	}
	add("automatic", p.GetAutomatic())
	if err := showPage(cmd, "", by, ""); err != nil {
		return err
	}
	open := [][]string{{"WAITING", "CASES", "FIRST DUE"}}
	for _, one := range r.GetOpen() {
		open = append(open, []string{shortName(one.GetKind()), strconv.Itoa(int(one.GetCount())),
			formatTime(one.GetDueTime())})
	}
	return showPage(cmd, "No case waits.", open, "")
}

func formatWait(d *durationpb.Duration) string {
	if d == nil {
		return "-"
	}
	return d.AsDuration().Round(time.Minute).String()
}
