package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func newJobs(o *options) *cobra.Command {
	acts := actions[generationv1.GenerationOperatorServiceClient]{o, "jobs", generationContract}
	return newGroup("jobs", "What visitors asked the provider for",
		`What visitors asked the provider for, pictures, scripts and speech: where each job stands, and never its words.`,
		newJobsList(o),
		acts.command("cancel", "job", "End a job that waits or is at work; its visitor sees it cancelled", stopJob),
		newJobsCancelAll(o),
	)
}

func newJobsList(o *options) *cobra.Command {
	r := &generationv1.ListJobsRequest{}
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
			r.State = generationv1.JobState(of)
			return call(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.ListJobs, r, showJobs)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	cmd.Flags().StringVar(&state, "state", "",
		"queued, running, succeeded, failed or cancelled; all when it is not said")
	return cmd
}

func showJobs(cmd *cobra.Command, r *generationv1.ListJobsResponse) error {
	rows := [][]string{{"ID", "KIND", "STATE", "SINCE", "ATTEMPT", "VISITOR", "ERROR"}}
	for _, j := range r.GetJobs() {
		rows = append(rows, []string{
			j.GetId(), shortName(j.GetKind()), shortName(j.GetState()), formatTime(j.GetCreateTime()),
			strconv.Itoa(int(j.GetAttempt())),
			j.GetVisitor(), j.GetErrorCode(),
		})
	}
	return showPage(cmd, "No jobs.", rows, r.GetNextCursor())
}

func stopJob(
	ctx context.Context, client generationv1.GenerationOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.StopJob(ctx, &generationv1.StopJobRequest{JobId: id, Note: note})
	return r, "Cancelled. What was paid for is paid.", err
}
