package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/operator"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

func newWall(o *options) *cobra.Command {
	group := &cobra.Command{
		Use:   "wall",
		Short: "Who is on the walls of Flame and Shame",
		Long: `Who is on the walls of Flame and Shame.

A nomination waits in the queue until operators decide. The Wall of Flame takes one yes, the Wall of Shame those of two different
operators. The entry on the wall has the nomination's id.`,
		Args: cobra.NoArgs, // a mistyped command is an error, not a page of help
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.AddCommand(
		newWallQueue(o),
		newWallAct(o, "approve", "nomination", "Say yes to a nomination", approve),
		newWallAct(o, "reject", "nomination", "Say no to a nomination; after 30 days it is forgotten", reject),
		newWallAct(o, "blank", "entry", "Take the text from an entry, which stays", blank),
		newWallAct(o, "withdraw", "entry", "Take an entry from its wall; the name may come again", withdraw),
		newWallAct(o, "opt-out", "@handle", "Take a name from both walls and the queue, for good", optOut),
		newWallAudit(o),
	)
	return group
}

// callWall asks the wall service something and shows the answer, with show or as JSON.
func callWall[Answer proto.Message](
	cmd *cobra.Command, o *options,
	ask func(context.Context, wallv1.WallOperatorServiceClient) (Answer, error),
	show func(Answer) error,
) error {
	token, err := o.token()
	if err != nil {
		return err
	}
	conn, err := operator.Dial(o.wallAddress, token)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(cmd.Context(), patience)
	defer cancel()
	answer, err := ask(ctx, wallv1.NewWallOperatorServiceClient(conn))
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(cmd.OutOrStdout(), answer)
	}
	return show(answer)
}

// list are the flags of a command that lists, and its last line.
type list struct {
	cursor string
	size   int32
}

func (l *list) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.cursor, "cursor", "", "where the page begins: what the page before ended with")
	cmd.Flags().Int32Var(&l.size, "size", 24, "how many, at most 100")
}

func (l *list) more(cmd *cobra.Command, next string) {
	if next != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "\nThere is more: --cursor %s\n", next)
	}
}
