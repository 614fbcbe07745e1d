// Package textcheck is the client with which other services check texts: by the word filter in
// their own process, and by the moderation service.
package textcheck

import (
	"context"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Config says where the moderation service is; without an address the word filter decides alone.
type Config struct {
	Addr string `env:"MODERATION_ADDR"`
}

// Open returns a checker, and the part that closes its connection. It connects when the first text
// is checked.
func Open(c Config) (*wordfilter.Checker, lifecycle.Part, error) {
	if c.Addr == "" {
		return wordfilter.NewChecker(nil), lifecycle.Part{Name: "no moderation"}, nil
	}
	conn, err := rpc.Dial(c.Addr, moderationv1.File_moderation_v1_moderation_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	client := moderationv1.NewModerationServiceClient(conn)
	checker := wordfilter.NewChecker(func(ctx context.Context, texts []string) ([]bool, error) {
		// The moderation service need not know the author of the texts.
		answer, err := client.CheckTexts(rpc.WithCaller(ctx, rpc.Caller{}),
			&moderationv1.CheckTextsRequest{Texts: texts})
		return Flagged(answer), err
	})
	return checker, lifecycle.CloserPart("moderation connection", conn), nil
}

// Flagged returns whether each text should not be read.
func Flagged(answer *moderationv1.CheckTextsResponse) (flagged []bool) {
	for _, v := range answer.GetVerdicts() {
		flagged = append(flagged, v.GetFlagged())
	}
	return flagged
}
