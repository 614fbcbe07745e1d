package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

func newBlock(o *options) *cobra.Command {
	return newGroup("block", "Who may only read", `Who may only read.

A blocked device, and every device of a blocked lane, may read, log out and request
takedowns; the gateway refuses it everything else, with a sentence that says until when. A
blocked range of addresses gets pages, settings and media alone. A block of an account or a handle
is about the visitors who are logged in to it or with it. Blocks take effect within
three seconds and end by themselves. Lanes are in "pressure" and "case show", ids of devices
in "case show" and "picture list"; that of a job's device is the column visitor of its row.`,
		newBlockSubject(o, "device", moderationv1.BlockKind_BLOCK_KIND_DEVICE, "One browser, by its id",
			"AAECAwQFBgcICQoLDA0ODw"),
		newBlockSubject(o, "lane", moderationv1.BlockKind_BLOCK_KIND_LANE,
			"A network, as lists have it; of IPv6 a /40, of IPv4 a /24", "AAECAwQFBgc"),
		newBlockSubject(o, "range", moderationv1.BlockKind_BLOCK_KIND_RANGE,
			"A range of addresses, at most an IPv4 /16 or an IPv6 /28", "198.51.100.0/24"),
		newBlockSubject(o, "account", moderationv1.BlockKind_BLOCK_KIND_ACCOUNT, "An account, as 'case show' has it",
			"0192a8c0-0000-7000-8000-000000000001"),
		newBlockSubject(o, "handle", moderationv1.BlockKind_BLOCK_KIND_HANDLE, "An X handle, in any letter case",
			"@wick"),
		newBlockList(o), newBlockRemove(o))
}

func newBlockSubject(o *options, name string, kind moderationv1.BlockKind, short, example string) *cobra.Command {
	var length time.Duration
	r := &moderationv1.BlockRequest{Kind: kind}
	cmd := &cobra.Command{
		Use:   name + " subject",
		Short: short,
		Long: short + `. A subject that is blocked already gets the new end and reason.
One that begins with a dash comes last, behind '--'.`,
		Example: fmt.Sprintf("  mcwickctl block %s --for 2h --reason 'bots' --as ada -- %s", name, example),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Subject, r.Duration = args[0], durationpb.New(length)
			return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.Block, r,
				func(cmd *cobra.Command, b *moderationv1.BlockStatus) error {
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "Blocked until %s: %s %s, as %s.\n",
						formatTime(b.GetExpireTime()), shortName(b.GetKind()), b.GetSubject(), b.GetId())
					return err
				})
		},
	}
	lengthFlag(cmd, &length)
	reasonFlag(cmd, &r.Reason)
	return cmd
}

func newBlockList(o *options) *cobra.Command {
	r := &moderationv1.ListBlocksRequest{}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Who is blocked, newest first",
		Example: "  mcwickctl block list --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.ListBlocks, r,
				showBlocks)
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	cmd.Flags().BoolVar(&r.IncludeEnded, "ended", false, "also those that ended within the last 30 days")
	return cmd
}

func showBlocks(cmd *cobra.Command, r *moderationv1.ListBlocksResponse) error {
	rows := [][]string{{"ID", "KIND", "SUBJECT", "UNTIL", "BY", "WHEN", "REASON"}}
	for _, b := range r.GetBlocks() {
		rows = append(rows, []string{b.GetId(), shortName(b.GetKind()), b.GetSubject(), formatTime(b.GetExpireTime()),
			b.GetOperator(), formatTime(b.GetCreateTime()), b.GetReason()})
	}
	return showPage(cmd, "Nobody is blocked.", rows, r.GetNextCursor())
}

func newBlockRemove(o *options) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     "remove id",
		Short:   "End a block",
		Example: "  mcwickctl block remove ID --as ada --reason 'a carrier'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.Unblock,
				&moderationv1.UnblockRequest{BlockId: args[0], Reason: reason},
				func(cmd *cobra.Command, _ *emptypb.Empty) error {
					_, err := fmt.Fprintln(cmd.OutOrStdout(), "Unblocked, within three seconds.")
					return err
				})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the audit; at most 400 characters")
	return cmd
}
