package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

func newHandle(o *options) *cobra.Command {
	acts := actions[identityv1.IdentityOperatorServiceClient]{o, "handle", identityContract}
	return newGroup("handle", "X handles that no account may take", `X handles that no account may take, such as the site's own. An account that has one already
keeps it until 'take-away'. Who is logged in with a handle can be blocked: 'block handle'.`,
		acts.command("reserve", "handle", "Have no account take a handle from now on", reserveHandle),
		acts.command("release", "handle", "Let accounts take a reserved handle again", releaseHandle),
		acts.command("take-away", "handle", "Take a handle from its account and reserve it", takeHandle),
		newHandleList(o))
}

func reserveHandle(
	ctx context.Context, client identityv1.IdentityOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.ReserveHandle(ctx, &identityv1.ReserveHandleRequest{XHandle: handle, Note: note})
	return r, "Reserved.", err
}

func releaseHandle(
	ctx context.Context, client identityv1.IdentityOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.ReleaseHandle(ctx, &identityv1.ReleaseHandleRequest{XHandle: handle, Note: note})
	return r, "Released: the first account that asks for it gets it.", err
}

func takeHandle(
	ctx context.Context, client identityv1.IdentityOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.TakeHandle(ctx, &identityv1.TakeHandleRequest{XHandle: handle, Note: note})
	return r, fmt.Sprintf("Taken and reserved. Account %s has %s now, and a private profile.", r.GetAccount(),
		r.GetXHandle()), err
}

func newHandleList(o *options) *cobra.Command {
	r := &identityv1.ListReservedHandlesRequest{}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Which handles are reserved, by name",
		Example: "  mcwickctl handle list --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, identityContract, identityv1.IdentityOperatorServiceClient.ListReservedHandles, r,
				func(cmd *cobra.Command, page *identityv1.ListReservedHandlesResponse) error {
					rows := [][]string{{"HANDLE"}}
					for _, handle := range page.GetXHandles() {
						rows = append(rows, []string{handle})
					}
					return showKeyedPage(cmd, "No handle is reserved.", rows, r.GetPageSize(), "--after")
				})
		},
	}
	cmd.Flags().StringVar(&r.AfterHandle, "after", "", "the last handle of the page before")
	sizeFlag(cmd, &r.PageSize)
	return cmd
}
