package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPictureList(o *options) *cobra.Command {
	r := &mediav1.ListWorksRequest{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "What was published last, pictures and videos, public or not",
		Long: `What was published last, pictures and videos, public or not, without what its maker withdrew.

The device, the account and the network are those that 'case show' tells.`,
		Example: "  mcwickctl picture list --as ada --device DEVICE",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, workContract, mediav1.WorkOperatorServiceClient.ListWorks, r,
				func(cmd *cobra.Command, page *mediav1.ListWorksResponse) error {
					rows := [][]string{workHead}
					for _, w := range page.GetWorks() {
						rows = append(rows, workRow(w))
					}
					return showPage(cmd, "There is nothing.", rows, page.GetNextCursor())
				})
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	worksFilter(cmd, r)
	return cmd
}

// worksFilter adds the flags that limit works, one at a time.
func worksFilter(cmd *cobra.Command, r *mediav1.ListWorksRequest) {
	cmd.Flags().StringVar(&r.MakerDevice, "device", "", "of this device alone")
	cmd.Flags().StringVar(&r.MakerAccount, "account", "", "pictures of this account alone")
	cmd.Flags().StringVar(&r.Lane, "lane", "", "from this network alone")
	cmd.Flags().StringVar(&r.LooksLike, "like", "", "pictures that look like this one")
	cmd.MarkFlagsMutuallyExclusive("device", "account", "lane", "like")
}

// workHead is the head of a table of works.
var workHead = []string{"KIND", "ID", "SINCE", "STATE", "DEVICE", "TEXTS"}

func workRow(w *mediav1.Work) []string {
	texts := strings.Join(append(slices.Clone(w.GetTexts()), w.GetCaption()), " ")
	return []string{shortName(w.GetKind()), w.GetId(), formatTime(w.GetCreateTime()), shortName(w.GetState()),
		cmp.Or(w.GetMakerDevice(), "-"), strings.TrimSpace(texts)}
}
