package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
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

// contract is one that a service answers operators by.
type contract[Client any] struct {
	service string
	client  func(grpc.ClientConnInterface) Client
}

var (
	caseContract       = contractOf("moderation", moderationv1.NewCaseOperatorServiceClient)
	gatewayContract    = contractOf("gateway", gatewayv1.NewGatewayOperatorServiceClient)
	generationContract = contractOf("generation", generationv1.NewGenerationOperatorServiceClient)
	identityContract   = contractOf("identity", identityv1.NewIdentityOperatorServiceClient)
	mediaContract      = contractOf("media", mediav1.NewMediaOperatorServiceClient)
	moderationContract = contractOf("moderation", moderationv1.NewModerationOperatorServiceClient)
	videoContract      = contractOf("media", mediav1.NewVideoOperatorServiceClient)
	wallContract       = contractOf("wall", wallv1.NewWallOperatorServiceClient)
	workContract       = contractOf("media", mediav1.NewWorkOperatorServiceClient)
)

func contractOf[Client any](service string, client func(grpc.ClientConnInterface) Client) contract[Client] {
	return contract[Client]{service, client}
}

// method is a method of a client, such as mediav1.WorkOperatorServiceClient.ListWorks.
type method[Client, Request, Answer any] func(Client, context.Context, Request, ...grpc.CallOption) (Answer, error)

// invoke calls a method of a service as the operator.
func invoke[Client, Request, Answer any](
	cmd *cobra.Command, o *options, of contract[Client], do method[Client, Request, Answer], request Request,
) (none Answer, _ error) {
	conn, err := o.connect(of.service)
	if err != nil {
		return none, err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(cmd.Context(), callTimeout)
	defer cancel()
	return do(of.client(conn), ctx, request)
}

// call calls a method of a service and shows the answer, with show or as JSON.
func call[Client, Request any, Answer proto.Message](
	cmd *cobra.Command, o *options, of contract[Client], do method[Client, Request, Answer], request Request,
	show func(*cobra.Command, Answer) error,
) error {
	answer, err := invoke(cmd, o, of, do, request)
	if err != nil {
		return err
	}
	if o.json {
		return writeJSON(cmd.OutOrStdout(), answer)
	}
	return show(cmd, answer)
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

// pageFlags are the flags of a command that lists: the cursor and the size of the page that its request is about.
func pageFlags(cmd *cobra.Command, cursor *string, size *int32) {
	cmd.Flags().StringVar(cursor, "cursor", "", "where the page begins: what the page before ended with")
	sizeFlag(cmd, size)
}

func sizeFlag(cmd *cobra.Command, size *int32) {
	cmd.Flags().Int32Var(size, "size", 24, "how many, at most 100")
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

// showKeyedPage is showPage for a list without a cursor, whose next page begins at the flag with the first column
// of the last row. A page that is as long as size may be the last.
func showKeyedPage(cmd *cobra.Command, none string, rows [][]string, size int32, flag string) error {
	if err := showPage(cmd, none, rows, ""); err != nil || len(rows) == 1 || len(rows)-1 < int(size) {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\nThere may be more: %s %s\n", flag, rows[len(rows)-1][0])
	return err
}
