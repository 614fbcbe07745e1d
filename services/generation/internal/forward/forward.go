// Package forward passes on to the moderation service what services of the last release ask generation about
// texts. It goes with them.
package forward

import (
	"context"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/textcheck"
)

// CheckTexts tells of each text whether nobody should read it, each by itself.
type CheckTexts func(ctx context.Context, texts []string) (flagged []bool, err error)

// errUnavailable says that there is no moderation service; the caller's word filter decides then.
var errUnavailable = fault.New(fault.KindUnavailable, "MODERATION_AWAY", "Nobody judges texts right now.")

// Open connects to the moderation service at addr, and returns the part that closes the connection.
// Without an address every answer is that moderation is unavailable.
func Open(addr string) (CheckTexts, lifecycle.Part, error) {
	if addr == "" {
		return func(context.Context, []string) ([]bool, error) { return nil, errUnavailable }, lifecycle.Part{Name: "no moderation"}, nil
	}
	conn, err := rpc.Dial(addr, moderationv1.File_moderation_v1_moderation_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	client := moderationv1.NewModerationServiceClient(conn)
	return func(ctx context.Context, texts []string) ([]bool, error) {
		answer, err := client.CheckTexts(rpc.WithCaller(ctx, rpc.Caller{}), &moderationv1.CheckTextsRequest{Texts: texts, ProviderOnly: true})
		return textcheck.Flagged(answer), err
	}, lifecycle.CloserPart("moderation connection", conn), nil
}
