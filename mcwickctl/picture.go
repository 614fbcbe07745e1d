package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/proto"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newPicture(o *options) *cobra.Command {
	acts := actions[mediav1.MediaOperatorServiceClient]{o, "media", "picture", mediav1.NewMediaOperatorServiceClient}
	return newGroup("picture", "What hangs in the gallery", `What hangs in the gallery.

Visitors report pictures. As many reports as it takes hide one at once, until somebody has
looked: restore it, hide it yourself, or dismiss the reports and leave it as it is. Each of
these settles the reports so far. What its own visitor took down is nobody's to restore.`,
		newPictureReports(o),
		newPictureShow(o),
		acts.command("hide", "publication", "Take a picture out of the public, until it is restored", hidePicture),
		acts.command("restore", "publication", "Bring back what was hidden, with its place and its likes",
			restorePicture),
		acts.command("dismiss", "publication", "Settle the reports of a picture, which stays as it is", dismissReports),
		acts.laneCommand("dismiss-lane", "Settle the reports that came from one network, of all pictures",
			dismissLaneReports),
		newPictureImport(o),
		newPictureHideMissing(o),
	)
}

// callMedia asks the media service something and shows the answer.
func callMedia[Answer proto.Message](
	cmd *cobra.Command, o *options,
	question func(context.Context, mediav1.MediaOperatorServiceClient) (Answer, error), show func(Answer) error,
) error {
	return call(cmd, o, "media", mediav1.NewMediaOperatorServiceClient, question, show)
}

func newPictureReports(o *options) *cobra.Command {
	var l list
	cmd := &cobra.Command{
		Use:     "reports",
		Short:   "Which pictures have open reports, most of them first",
		Example: "  mcwickctl picture reports --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return callMedia(cmd, o, func(ctx context.Context,
				client mediav1.MediaOperatorServiceClient) (*mediav1.ListReportsResponse, error) {
				return client.ListReports(ctx, &mediav1.ListReportsRequest{Cursor: l.cursor, PageSize: l.size})
			}, func(r *mediav1.ListReportsResponse) error { return showReports(cmd, r) })
		},
	}
	l.flags(cmd)
	return cmd
}

// showReports has a line for each report: the first of a picture has the picture, too.
func showReports(cmd *cobra.Command, r *mediav1.ListReportsResponse) error {
	rows := [][]string{{"ID", "REPORTS", "HIDDEN BY", "CAPTION", "WHEN", "REASON", "LANE", "NOTE"}}
	for _, p := range r.GetPublications() {
		row := []string{p.GetPublication().GetId(), strconv.Itoa(int(p.GetOpenReports())), shortName(p.GetHiddenBy()),
			p.GetPublication().GetCaption()}
		for _, said := range p.GetReports() {
			rows = append(rows, append(row, formatTime(said.GetCreateTime()), shortName(said.GetReason()),
				said.GetLane(), said.GetNote()))
			row = []string{"", "", "", ""}
		}
	}
	return showPage(cmd, "No reports.", rows, r.GetNextCursor())
}

func newPictureShow(o *options) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "show publication",
		Short: "Save a picture to look at it, also while it is hidden",
		Long: `Save a picture to look at it, also while it is hidden.

A file that is there already is left alone. With '-' the PNG goes to the standard output.`,
		Example: "  mcwickctl picture show ID --as ada --out look.png",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return callMedia(cmd, o, func(ctx context.Context,
				client mediav1.MediaOperatorServiceClient) (*httpbody.HttpBody, error) {
				return client.ShowPublication(ctx, &mediav1.ShowPublicationRequest{PublicationId: args[0]})
			}, func(picture *httpbody.HttpBody) error { return save(cmd.OutOrStdout(), path, picture.GetData()) })
		},
	}
	cmd.Flags().StringVar(&path, "out", "", "file to write, or - for the standard output")
	_ = cmd.MarkFlagRequired("out") // the flag is there
	return cmd
}

// save writes a picture into a new file, or for '-' to out.
func save(out io.Writer, path string, picture []byte) error {
	if path == "-" {
		_, err := out.Write(picture)
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("save the picture: %w", err)
	}
	if _, err := file.Write(picture); err != nil {
		file.Close()
		return fmt.Errorf("save the picture: %w", err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("save the picture: %w", err)
	}
	_, err = fmt.Fprintf(out, "Saved as %s.\n", path)
	return err
}
