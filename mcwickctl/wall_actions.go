package main

import (
	"context"

	"google.golang.org/protobuf/proto"

	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

func approveNomination(
	ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: id, Note: note})
	if err == nil && !r.GetOnWall() {
		return r, "Approved. The Wall of Shame needs another operator's approval too.", nil
	}
	return r, "It hangs on the wall now.", err
}

func rejectNomination(
	ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.RejectNomination(ctx, &wallv1.RejectNominationRequest{NominationId: id, Note: note})
	return r, "Rejected. In 30 days nobody remembers it.", err
}

func blankBio(
	ctx context.Context, client wallv1.WallOperatorServiceClient, id, note string,
) (proto.Message, string, error) {
	r, err := client.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: id, Note: note})
	return r, "The text is gone, the name stays.", err
}

func optOut(
	ctx context.Context, client wallv1.WallOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.OptOut(ctx, &wallv1.OptOutRequest{XHandle: handle, Note: note})
	return r, handle + " is out: what stood of that handle on the walls and in the queue is gone, and nominations of it " +
		`are not heard. Check the spelling: "mcwickctl wall entries" shows who is there.`, err
}

func optIn(
	ctx context.Context, client wallv1.WallOperatorServiceClient, handle, note string,
) (proto.Message, string, error) {
	r, err := client.OptIn(ctx, &wallv1.OptInRequest{XHandle: handle, Note: note})
	return r, "Whoever wants may nominate them again.", err
}
