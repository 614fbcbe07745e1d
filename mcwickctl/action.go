package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// action does one thing about something, and says what came of it.
type action[Client any] func(ctx context.Context, client Client, about, note string) (answer proto.Message, done string,
	err error)

// actions is what the acts of a group have in common.
type actions[Client any] struct {
	*options
	group string // as it is typed
	contract[Client]
}

// command makes the command of one act.
func (a actions[Client]) command(name, about, help string, do action[Client]) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:     name + " " + about,
		Short:   help,
		Example: fmt.Sprintf("  mcwickctl %s %s %s --as ada --note 'why'", a.group, name, about),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var done string
			return call(cmd, a.options, a.contract,
				func(client Client, ctx context.Context, id string, _ ...grpc.CallOption) (r proto.Message, err error) {
					r, done, err = do(ctx, client, id, note)
					return r, err
				}, args[0], func(cmd *cobra.Command, _ proto.Message) error {
					_, err := fmt.Fprintln(cmd.OutOrStdout(), done)
					return err
				})
		},
	}
	noteFlag(cmd, &note)
	return cmd
}
