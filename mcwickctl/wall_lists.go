package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// walls are what --wall takes.
var walls = map[string]wallv1.Wall{
	"": wallv1.Wall_WALL_UNSPECIFIED, "flame": wallv1.Wall_WALL_FLAME, "shame": wallv1.Wall_WALL_SHAME,
}

func newWallQueue(o *options) *cobra.Command {
	var l list
	var wall string
	cmd := &cobra.Command{
		Use:     "queue",
		Short:   "Who waits for a decision, newest first",
		Example: "  mcwickctl wall queue --as ada\n  mcwickctl wall queue --as lin --wall shame",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			of, known := walls[wall]
			if !known {
				return fmt.Errorf("--wall is flame or shame, not %q", wall)
			}
			return callWall(cmd, o, func(ctx context.Context, client wallv1.WallOperatorServiceClient) (*wallv1.ListNominationsResponse, error) {
				return client.ListNominations(ctx, &wallv1.ListNominationsRequest{Wall: of, Cursor: l.cursor, PageSize: l.size})
			}, func(r *wallv1.ListNominationsResponse) error { return showQueue(cmd, l, r) })
		},
	}
	l.flags(cmd)
	cmd.Flags().StringVar(&wall, "wall", "", "flame or shame; both when it is not said")
	return cmd
}

func showQueue(cmd *cobra.Command, l list, r *wallv1.ListNominationsResponse) error {
	if len(r.GetNominations()) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "Nobody waits, broh.")
		return nil
	}
	rows := [][]string{{"ID", "WALL", "HANDLE", "SINCE", "AGAIN", "SELF", "YES FROM", "REASON"}}
	for _, n := range r.GetNominations() {
		self := "-"
		if n.GetIsSelfNomination() {
			self = "yes"
		}
		rows = append(rows, []string{
			n.GetId(), short(n.GetWall()), n.GetXHandle(), when(n.GetCreateTime()), strconv.Itoa(int(n.GetRepeats())), self,
			strings.Join(n.GetApprovedBy(), ", "), n.GetReason(),
		})
	}
	if err := table(cmd.OutOrStdout(), rows); err != nil {
		return err
	}
	l.more(cmd, r.GetNextCursor())
	return nil
}

func newWallAudit(o *options) *cobra.Command {
	var l list
	cmd := &cobra.Command{
		Use:     "audit",
		Short:   "Who decided what, newest first",
		Example: "  mcwickctl wall audit --as ada --size 100",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return callWall(cmd, o, func(ctx context.Context, client wallv1.WallOperatorServiceClient) (*wallv1.ListDecisionsResponse, error) {
				return client.ListDecisions(ctx, &wallv1.ListDecisionsRequest{Cursor: l.cursor, PageSize: l.size})
			}, func(r *wallv1.ListDecisionsResponse) error { return showAudit(cmd, l, r) })
		},
	}
	l.flags(cmd)
	return cmd
}

func showAudit(cmd *cobra.Command, l list, r *wallv1.ListDecisionsResponse) error {
	rows := [][]string{{"WHEN", "OPERATOR", "ACT", "WALL", "HANDLE", "ID", "NOTE"}}
	for _, d := range r.GetDecisions() {
		rows = append(rows, []string{
			when(d.GetCreateTime()), d.GetOperator(), short(d.GetAct()), short(d.GetWall()), d.GetXHandle(), d.GetNominationId(), d.GetNote(),
		})
	}
	if err := table(cmd.OutOrStdout(), rows); err != nil {
		return err
	}
	l.more(cmd, r.GetNextCursor())
	return nil
}
