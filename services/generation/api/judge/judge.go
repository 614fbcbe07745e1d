// Package judge is how other services ask which texts nobody should read: a checker of words whose judge is the moderation of the
// generation service.
package judge

import (
	"context"

	"mcwick.example/platform/decency"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// Config says where the generation service is; without it the list of words alone decides.
type Config struct {
	Addr string `env:"MODERATION_ADDR"`
}

// Open makes a checker, and the part that closes its connection. Nothing is connected before the first text is checked.
func Open(c Config) (*decency.Checker, lifecycle.Part, error) {
	if c.Addr == "" {
		words, err := decency.NewChecker(nil)
		return words, lifecycle.Part{Name: "no moderation"}, err
	}
	conn, err := rpc.Dial(c.Addr, generationv1.File_generation_v1_moderation_proto)
	if err != nil {
		return nil, lifecycle.Part{}, err
	}
	client := generationv1.NewModerationServiceClient(conn)
	words, err := decency.NewChecker(func(ctx context.Context, texts []string) ([]bool, error) {
		// Nobody needs to know whose texts they are.
		said, err := client.CheckTexts(rpc.WithCaller(ctx, rpc.Caller{}), &generationv1.CheckTextsRequest{Texts: texts})
		return said.GetFlagged(), err
	})
	return words, lifecycle.Closing("moderation connection", conn), err
}
