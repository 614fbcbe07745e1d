package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// connect opens a connection to a service's port for operators, as the operator.
func (o *options) connect(service string) (*grpc.ClientConn, error) {
	token, err := o.token()
	if err != nil {
		return nil, err
	}
	address, err := o.address(service)
	if err != nil {
		return nil, err
	}
	return o.dial(address, token, "")
}

// invoke asks a service something as the operator, over a client of its contract.
func invoke[Client any, Answer proto.Message](
	cmd *cobra.Command, o *options, service string, client func(grpc.ClientConnInterface) Client,
	question func(context.Context, Client) (Answer, error),
) (none Answer, _ error) {
	conn, err := o.connect(service)
	if err != nil {
		return none, err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(cmd.Context(), callTimeout)
	defer cancel()
	return question(ctx, client(conn))
}

// call asks a service something and shows the answer, with show or as JSON.
func call[Client any, Answer proto.Message](
	cmd *cobra.Command, o *options, service string, client func(grpc.ClientConnInterface) Client,
	question func(context.Context, Client) (Answer, error), show func(Answer) error,
) error {
	answer, err := invoke(cmd, o, service, client, question)
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(cmd.OutOrStdout(), answer)
	}
	return show(answer)
}

// newGroup makes the command of a group, which alone does nothing.
func newGroup(name, short, long string, commands ...*cobra.Command) *cobra.Command {
	group := &cobra.Command{
		Use: name, Short: short, Long: long,
		Args: cobra.NoArgs, // a mistyped command is an error, not a page of help
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.AddCommand(commands...)
	return group
}

// noteFlag is the flag of an act that says why it is done.
func noteFlag(cmd *cobra.Command, note *string) {
	cmd.Flags().StringVar(note, "note", "", "why, for the audit; at most 400 characters")
}

// list are the flags of a command that lists.
type list struct {
	cursor string
	size   int32
}

func (l *list) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.cursor, "cursor", "", "where the page begins: what the page before ended with")
	cmd.Flags().Int32Var(&l.size, "size", 24, "how many, at most 100")
}

// showPage writes the rows of a page, the first as head, and where the next page begins; or what is
// to be said when there are none.
func showPage(cmd *cobra.Command, none string, rows [][]string, next string) error {
	if len(rows) == 1 {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), none)
		return err
	}
	if err := table(cmd.OutOrStdout(), rows); err != nil {
		return err
	}
	if next == "" {
		return nil
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\nThere is more: --cursor %s\n", next)
	return err
}
