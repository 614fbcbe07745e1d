// Package forward forwards the text checks of services of the last release to the moderation
// service. It will be removed with them.
package forward

import (
	"context"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/textcheck"
)

// CheckTexts reports for each text, by itself, whether it must not be published.
type CheckTexts func(ctx context.Context, texts []string) (flagged []bool, err error)

// errUnavailable means that there is no moderation service; the caller's word filter decides then.
var errUnavailable = fault.New(fault.KindUnavailable, "MODERATION_AWAY", "Nobody judges texts right now.")

// Open connects to the moderation service at addr, and returns the part that closes the connection.
// Without an address every call returns that moderation is unavailable.
func Open(addr string) (CheckTexts, lifecycle.Part, error) {
	if addr == "" {
		return func(context.Context, []string) ([]bool, error) { return nil, errUnavailable },
			lifecycle.Part{Name: "no moderation"}, nil
	}
	conn, err := rpc.Dial(addr, moderationv1.File_moderation_v1_moderation_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	client := moderationv1.NewModerationServiceClient(conn)
	return func(ctx context.Context, texts []string) ([]bool, error) {
		answer, err := client.CheckTexts(rpc.WithCaller(ctx, rpc.Caller{}),
			&moderationv1.CheckTextsRequest{Texts: texts, ProviderOnly: true})
		return textcheck.Flagged(answer), err
	}, lifecycle.CloserPart("moderation connection", conn), nil
}
