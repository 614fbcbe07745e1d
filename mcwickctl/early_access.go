package main

import (
	"context"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

func newEarlyAccess(o *options) *cobra.Command {
	acts := actions[identityv1.IdentityOperatorServiceClient]{o, "early-access", identityContract}
	return newGroup("early-access", "Names that requested early access", `Names that requested early access. The audit of a deletion
does not have the name: leave it out of the note, too.`,
		acts.command("delete", "handle", "Delete a name", deleteEarlyAccess))
}

func deleteEarlyAccess(
	ctx context.Context, client identityv1.IdentityOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.DeleteEarlyAccess(ctx, &identityv1.DeleteEarlyAccessRequest{XHandle: handle, Note: note})
	return r, "Deleted.", err
}
