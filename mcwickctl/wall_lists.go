package main

import (
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

// wallOf reads --wall.
func wallOf(name string) (wallv1.Wall, error) {
	of, known := walls[name]
	if !known {
		return of, fmt.Errorf("--wall is flame or shame, not %q", name)
	}
	return of, nil
}

func newWallQueue(o *options) *cobra.Command {
	r := &wallv1.ListNominationsRequest{}
	var wall string
	cmd := &cobra.Command{
		Use:     "queue",
		Short:   "Who waits for a decision, newest first",
		Example: "  mcwickctl wall queue --as ada\n  mcwickctl wall queue --as lin --wall shame",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if r.Wall, err = wallOf(wall); err != nil {
				return err
			}
			return call(cmd, o, wallContract, wallv1.WallOperatorServiceClient.ListNominations, r, showQueue)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	cmd.Flags().StringVar(&wall, "wall", "", "flame or shame; both when it is not said")
	return cmd
}

func showQueue(cmd *cobra.Command, r *wallv1.ListNominationsResponse) error {
	rows := [][]string{{"ID", "WALL", "HANDLE", "SINCE", "AGAIN", "SELF", "YES FROM", "REASON"}}
	for _, n := range r.GetNominations() {
		self := "-"
		if n.GetIsSelfNomination() {
			self = "yes"
		}
		rows = append(rows, []string{
			n.GetId(), shortName(n.GetWall()), n.GetXHandle(), formatTime(n.GetCreateTime()),
			strconv.Itoa(int(n.GetRepeats())), self,
			strings.Join(n.GetApprovedBy(), ", "), n.GetReason(),
		})
	}
	return showPage(cmd, "No nominations.", rows, r.GetNextCursor())
}

func newWallAudit(o *options) *cobra.Command {
	r := &wallv1.ListDecisionsRequest{}
	cmd := &cobra.Command{
		Use:     "audit",
		Short:   "Who decided what, newest first",
		Example: "  mcwickctl wall audit --as ada --size 100",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, wallContract, wallv1.WallOperatorServiceClient.ListDecisions, r, showAudit)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	return cmd
}

func showAudit(cmd *cobra.Command, r *wallv1.ListDecisionsResponse) error {
	rows := [][]string{{"WHEN", "OPERATOR", "ACT", "WALL", "HANDLE", "ID", "NOTE"}}
	for _, d := range r.GetDecisions() {
		rows = append(rows, []string{
			formatTime(d.GetCreateTime()), d.GetOperator(), shortName(d.GetAct()), shortName(d.GetWall()),
			d.GetXHandle(), d.GetNominationId(), d.GetNote(),
		})
	}
	return showPage(cmd, "No decisions.", rows, r.GetNextCursor())
}

func newWallEntries(o *options) *cobra.Command {
	r := &wallv1.ListEntriesRequest{}
	var wall string
	cmd := &cobra.Command{
		Use:     "entries",
		Short:   "Who is on a wall, newest first, with the ids that the other commands take",
		Example: "  mcwickctl wall entries --as ada --wall shame",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if r.Wall, err = wallOf(wall); err != nil {
				return err
			}
			return call(cmd, o, wallContract, wallv1.WallOperatorServiceClient.ListEntries, r, showEntries)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	cmd.Flags().StringVar(&wall, "wall", "flame", "flame or shame")
	return cmd
}

func showEntries(cmd *cobra.Command, r *wallv1.ListEntriesResponse) error {
	rows := [][]string{{"ID", "HANDLE", "SINCE", "BIO"}}
	for _, e := range r.GetEntries() {
		rows = append(rows, []string{e.GetId(), e.GetXHandle(), formatTime(e.GetCreateTime()), e.GetBio()})
	}
	return showPage(cmd, "No entries.", rows, r.GetNextCursor())
}
