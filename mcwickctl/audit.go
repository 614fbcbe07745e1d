package main

import (
	"github.com/spf13/cobra"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
)

func newAudit(o *options) *cobra.Command {
	r := &operatorv1.ListActsRequest{}
	cmd := &cobra.Command{
		Use:   "audit SERVICE",
		Short: "Who did what in a service, newest first",
		Long: `Who did what in a service, newest first.

Each service writes down itself what operators do there, together with what came of it. What
was decided about nominations has a list of its own: mcwickctl wall audit.`,
		Example:           "  mcwickctl audit generation --as ada\n  mcwickctl audit media --as lin --size 100",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeService,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkService(args[0], services()); err != nil {
				return err
			}
			return call(cmd, o, contractOf(args[0], operatorv1.NewOperatorServiceClient),
				operatorv1.OperatorServiceClient.ListActs, r, showActs)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	return cmd
}

func showActs(cmd *cobra.Command, r *operatorv1.ListActsResponse) error {
	rows := [][]string{{"WHEN", "OPERATOR", "ACT", "SUBJECT", "NOTE"}}
	for _, a := range r.GetActs() {
		rows = append(rows, []string{formatTime(a.GetCreateTime()), a.GetOperator(), a.GetAct(), a.GetSubject(),
			a.GetNote()})
	}
	return showPage(cmd, "No acts.", rows, r.GetNextCursor())
}

// completeService completes the first argument to the name of a service.
func completeService(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return services(), cobra.ShellCompDirectiveNoFileComp
}
