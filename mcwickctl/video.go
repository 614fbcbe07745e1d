package main

import (
	"context"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

func newVideo(o *options) *cobra.Command {
	acts := actions[mediav1.VideoOperatorServiceClient]{o, "media", "video", mediav1.NewVideoOperatorServiceClient}
	return newGroup("video", "Videos that were shared", `Videos that were shared.

A video's id is the last part of its address, /bictok/ID. Reports, and what becomes of a video, are
with 'case': 'case remove video ID' hides it, and deletes it after 30 days, in which its maker may
appeal. What must not be kept that long is removed here.`,
		acts.command("remove", "video", "Delete a video at once and for good, without an appeal", removeVideo),
	)
}

func removeVideo(
	ctx context.Context, client mediav1.VideoOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.RemoveVideo(ctx, &mediav1.RemoveVideoRequest{VideoId: id, Note: note})
	return r, "Gone, for good. Where somebody saved it we do not know.", err
}
