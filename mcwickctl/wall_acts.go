package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// act does one thing about a nomination, an entry or a name, and says what came of it.
type act func(ctx context.Context, client wallv1.WallOperatorServiceClient, about, note string) (answer proto.Message, done string, err error)

// newWallAct makes the command of one act.
func newWallAct(o *options, name, about, help string, do act) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:     name + " " + about,
		Short:   help,
		Example: fmt.Sprintf("  mcwickctl wall %s %s --as ada --note 'why'", name, about),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var done string
			return callWall(cmd, o, func(ctx context.Context, client wallv1.WallOperatorServiceClient) (answer proto.Message, err error) {
				answer, done, err = do(ctx, client, args[0], note)
				return answer, err
			}, func(proto.Message) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), done)
				return err
			})
		},
	}
	noteFlag(cmd, &note)
	return cmd
}

func approve(ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string) (proto.Message, string, error) {
	r, err := client.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: id, Note: note})
	if err == nil && !r.GetOnWall() {
		return r, "Your yes counts, broh. The Wall of Shame needs another operator's too.", nil
	}
	return r, "It hangs on the wall now.", err
}

func reject(ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string) (proto.Message, string, error) {
	r, err := client.RejectNomination(ctx, &wallv1.RejectNominationRequest{NominationId: id, Note: note})
	return r, "Rejected. In 30 days nobody remembers it.", err
}

func blank(ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string) (proto.Message, string, error) {
	r, err := client.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: id, Note: note})
	return r, "The text is gone, the name stays.", err
}

func withdraw(ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string) (proto.Message, string, error) {
	r, err := client.WithdrawEntry(ctx, &wallv1.WithdrawEntryRequest{EntryId: id, Note: note})
	return r, "Taken from the wall.", err
}

func optOut(ctx context.Context, client wallv1.WallOperatorServiceClient, handle, note string) (proto.Message, string, error) {
	r, err := client.OptOut(ctx, &wallv1.OptOutRequest{XHandle: handle, Note: note})
	return r, "Out for good: off both walls, out of the queue, and nobody can bring the name back.", err
}

func optIn(ctx context.Context, client wallv1.WallOperatorServiceClient, handle, note string) (proto.Message, string, error) {
	r, err := client.OptIn(ctx, &wallv1.OptInRequest{XHandle: handle, Note: note})
	return r, "Whoever wants may nominate them again.", err
}

func settle(ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string) (proto.Message, string, error) {
	r, err := client.SettleComplaint(ctx, &wallv1.SettleComplaintRequest{ComplaintId: id, Note: note})
	return r, "Settled. In 30 days nobody remembers it.", err
}
