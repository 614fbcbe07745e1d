package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/publications"
)

func decodeAppeal(ctx context.Context, r *mediav1.AppealPublicationRequest) (publications.AppealInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return publications.AppealInput{PublicationID: r.GetPublicationId(), Caller: moderation.OwnerOf(caller),
		Text: r.GetText()}, err
}
