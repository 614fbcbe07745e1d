package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/emptypb"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func newJobs(o *options) *cobra.Command {
	return newGroup("jobs", "What visitors asked pictures for", `What visitors asked pictures for: where each job stands, and never its words.`,
		newJobsList(o), newJobsCancel(o))
}

func newJobsList(o *options) *cobra.Command {
	var l list
	var state string
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Jobs, newest first",
		Example: "  mcwickctl jobs list --as ada --state running",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			of, known := generationv1.JobState_value["JOB_STATE_"+strings.ToUpper(state)]
			if state != "" && (!known || of == 0) {
				return fmt.Errorf("--state is queued, running, succeeded, failed or cancelled, not %q", state)
			}
			r := &generationv1.ListJobsRequest{State: generationv1.JobState(of), Cursor: l.cursor, PageSize: l.size}
			return callGeneration(cmd, o, func(ctx context.Context, client generationv1.GenerationOperatorServiceClient) (*generationv1.ListJobsResponse, error) {
				return client.ListJobs(ctx, r)
			}, func(r *generationv1.ListJobsResponse) error { return showJobs(cmd, l, r) })
		},
	}
	l.flags(cmd)
	cmd.Flags().StringVar(&state, "state", "", "queued, running, succeeded, failed or cancelled; all when it is not said")
	return cmd
}

func showJobs(cmd *cobra.Command, l list, r *generationv1.ListJobsResponse) error {
	if len(r.GetJobs()) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "No jobs, broh.")
		return nil
	}
	rows := [][]string{{"ID", "KIND", "STATE", "SINCE", "ATTEMPT", "VISITOR", "ERROR"}}
	for _, j := range r.GetJobs() {
		rows = append(rows, []string{
			j.GetId(), enum(j.GetKind(), "JOB_KIND_"), enum(j.GetState(), "JOB_STATE_"), when(j.GetCreateTime()), strconv.Itoa(int(j.GetAttempt())),
			j.GetVisitor(), j.GetErrorCode(),
		})
	}
	if err := table(cmd.OutOrStdout(), rows); err != nil {
		return err
	}
	l.more(cmd, r.GetNextCursor())
	return nil
}

func newJobsCancel(o *options) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:     "cancel JOB",
		Short:   "End a job that waits or is at work; its visitor sees it cancelled",
		Example: "  mcwickctl jobs cancel JOB --as ada --note 'why'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return callGeneration(cmd, o, func(ctx context.Context, client generationv1.GenerationOperatorServiceClient) (*emptypb.Empty, error) {
				return client.StopJob(ctx, &generationv1.StopJobRequest{JobId: args[0], Note: note})
			}, func(*emptypb.Empty) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), "Cancelled. What was paid for is paid.")
				return err
			})
		},
	}
	noteFlag(cmd, &note)
	return cmd
}

// enum is an enum's value without its type, in small letters.
func enum(value fmt.Stringer, prefix string) string {
	return strings.ToLower(strings.TrimPrefix(value.String(), prefix))
}
