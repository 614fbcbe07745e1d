package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPictureList(o *options) *cobra.Command {
	var l list
	r := &mediav1.ListWorksRequest{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "What was published last, pictures and videos, public or not",
		Long: `What was published last, pictures and videos, public or not, without what its maker withdrew.

The device, the account and the network are those that 'case show' tells.`,
		Example: "  mcwickctl picture list --as ada --device DEVICE",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r.Cursor, r.PageSize = l.cursor, l.size
			return call(cmd, o, "media", mediav1.NewWorkOperatorServiceClient, func(ctx context.Context,
				client mediav1.WorkOperatorServiceClient) (*mediav1.ListWorksResponse, error) {
				return client.ListWorks(ctx, r)
			}, func(page *mediav1.ListWorksResponse) error {
				rows := [][]string{{"KIND", "ID", "SINCE", "STATE", "DEVICE", "TEXTS"}}
				for _, w := range page.GetWorks() {
					texts := strings.Join(append(w.GetTexts(), w.GetCaption()), " ")
					rows = append(rows, []string{shortName(w.GetKind()), w.GetId(), formatTime(w.GetCreateTime()),
						shortName(w.GetState()), cmp.Or(w.GetMakerDevice(), "-"), strings.TrimSpace(texts)})
				}
				return showPage(cmd, "There is nothing.", rows, page.GetNextCursor())
			})
		},
	}
	l.flags(cmd)
	cmd.Flags().StringVar(&r.MakerDevice, "device", "", "of this device alone")
	cmd.Flags().StringVar(&r.MakerAccount, "account", "", "pictures of this account alone")
	cmd.Flags().StringVar(&r.Lane, "lane", "", "from this network alone")
	cmd.Flags().StringVar(&r.LooksLike, "like", "", "pictures that look like this one")
	cmd.MarkFlagsMutuallyExclusive("device", "account", "lane", "like")
	return cmd
}
