package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newTemplate(o *options) *cobra.Command {
	acts := actions[mediav1.VideoOperatorServiceClient]{o, "template", videoContract}
	return newGroup("template", "What goes on behind videos", `What goes on behind videos.

Each video has one of the clips of its category, subway or minecraft; without any, nobody can make one. The house brings one of each. Mind
whose footage it is: no game, logo or music of others.`,
		newTemplateList(o),
		newTemplateAdd(o),
		acts.command("remove", "template", "Take a clip out of use; videos that have it stay", removeTemplate),
	)
}

func newTemplateList(o *options) *cobra.Command {
	r := &mediav1.ListTemplatesRequest{}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Which clips are in use, newest first",
		Example: "  mcwickctl template list --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, videoContract, mediav1.VideoOperatorServiceClient.ListTemplates, r,
				func(cmd *cobra.Command, page *mediav1.ListTemplatesResponse) error {
					rows := [][]string{{"ID", "CATEGORY", "SINCE"}}
					for _, one := range page.GetTemplates() {
						rows = append(rows, []string{one.GetId(), one.GetCategory(), formatTime(one.GetCreateTime())})
					}
					return showPage(cmd, "No template is in use: videos cannot be made.", rows, page.GetNextCursor())
				})
		},
	}
	pageFlags(cmd, &r.Cursor, &r.PageSize)
	return cmd
}

func newTemplateAdd(o *options) *cobra.Command {
	r := &mediav1.AddTemplateRequest{}
	cmd := &cobra.Command{
		Use:   "add file",
		Short: "Put a clip behind videos, beside those that are there",
		Long: `Put a clip behind videos, beside those that are there.

An H.264 mp4 of 720x1280 without sound, 3 to 60 seconds and at most 10 MB, that ends as it
begins. The same file is added once.`,
		Example: "  mcwickctl template add run.mp4 --category subway --as ada --note 'ours'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.Clip, err = readFile("clip", args[0]); err != nil {
				return err
			}
			return call(cmd, o, videoContract, mediav1.VideoOperatorServiceClient.AddTemplate, r,
				func(cmd *cobra.Command, added *mediav1.Template) error {
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "It is %s, and rolls from the next video on.\n", added.GetId())
					return err
				})
		},
	}
	cmd.Flags().StringVar(&r.Category, "category", "", "subway or minecraft")
	_ = cmd.MarkFlagRequired("category") // the flag is there
	noteFlag(cmd, &r.Note)
	return cmd
}

func removeTemplate(
	ctx context.Context, client mediav1.VideoOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.RemoveTemplate(ctx, &mediav1.RemoveTemplateRequest{TemplateId: id, Note: note})
	return r, "Out. Videos that have it stay.", err
}
