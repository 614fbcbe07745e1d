package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newVideo(o *options) *cobra.Command {
	acts := actions[mediav1.VideoOperatorServiceClient]{o, "video", videoContract}
	return newGroup("video", "Videos that were shared", `Videos that were shared.

A video's id is the last part of its address, /bictok/ID. Reports, and what becomes of a video, are
with 'case': 'case remove video ID' hides it, and deletes it after 30 days, in which its maker may
appeal. What must not be kept that long is removed here.`,
		newVideoShow(o), newVideoRepublish(o), newVideoRemoveMissing(o),
		acts.command("remove", "video", "Delete a video at once and for good, without an appeal", removeVideo),
	)
}

func newVideoRepublish(o *options) *cobra.Command {
	videos, after := 0, ""
	return repeatUntilDone(o, videoContract, &cobra.Command{
		Use:   "republish",
		Short: "Have media publish again which videos are shared, and which of them are hidden",
		Long: `Have media publish again which videos are shared, and which of them are hidden.

Videos that the gallery has lost come into it, without their likes until 'gallery rebuild' counts these.
What it has stays as it is, with its likes, and a repeat changes nothing.`,
		Example: "  mcwickctl video republish --as ada --note 'upgrade'",
	}, func(ctx context.Context, client mediav1.VideoOperatorServiceClient, note string) (bool, error) {
		r, err := client.RepublishVideos(ctx,
			&mediav1.RepublishVideosRequest{AfterId: after, PageSize: pageSize, Note: note})
		videos, after = videos+int(r.GetRepublished()), r.GetLastId()
		return r.GetRepublished() > 0, err
	}, func() string { return fmt.Sprintf("Published again: %d videos.", videos) })
}

func removeVideo(
	ctx context.Context, client mediav1.VideoOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.RemoveVideo(ctx, &mediav1.RemoveVideoRequest{VideoId: id, Note: note})
	return r, "Gone, for good. Where somebody saved it we do not know.", err
}

func newVideoShow(o *options) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "show video",
		Short: "Save a film to look at it, also while it is hidden",
		Long: `Save a film to look at it, also while it is hidden.

A file that is there already is left alone. With '-' the mp4 goes to the standard output.`,
		Example: "  mcwickctl video show ID --as ada --out look.mp4",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			conn, err := o.connect(videoContract.service)
			if err != nil {
				return err
			}
			defer conn.Close()
			film, err := readFilm(cmd.Context(), videoContract.client(conn), args[0])
			if err != nil {
				return err
			}
			return save(cmd.OutOrStdout(), o, path, film)
		},
	}
	cmd.Flags().StringVar(&path, "out", "", "file to write, or - for the standard output")
	_ = cmd.MarkFlagRequired("out") // the flag is there
	return cmd
}

// readFilm reads all pieces of a film. Each has its own time, however large the film is.
func readFilm(ctx context.Context, client mediav1.VideoOperatorServiceClient, id string) (film []byte, _ error) {
	for {
		piece, err := within(ctx, func(ctx context.Context) (*mediav1.ShowVideoResponse, error) {
			return client.ShowVideo(ctx, &mediav1.ShowVideoRequest{VideoId: id, Offset: int64(len(film))})
		})
		if err != nil {
			return nil, err
		}
		film = append(film, piece.GetContent()...)
		if len(piece.GetContent()) == 0 || int64(len(film)) >= piece.GetSize() {
			return film, nil
		}
	}
}
