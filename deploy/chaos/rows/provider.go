package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"mcwick.example/deploy/internal/visitor"
)

// Answered is how many pictures the demo provider has drawn since it started, and how many scripts
// it has written, by the kinds of jobs. It is the one program that is never killed, because only it
// knows which calls it received. Speeches are not counted: the second voice, which costs nothing
// and is in no ledger, is the same program here.
func (p Platform) Answered(ctx context.Context) (map[string]int, error) {
	key, err := p.Secret("demo-ai-key")
	if err != nil {
		return nil, err
	}
	response, err := visitor.New(p.Provider, "").Send(ctx, http.MethodGet, "/stats", nil, "Authorization", "Bearer "+key)
	if err != nil {
		return nil, err
	}
	if response.Status != http.StatusOK {
		return nil, fmt.Errorf("the provider answers %d", response.Status)
	}
	var stats struct{ Images, Chats int }
	err = json.Unmarshal(response.Body, &stats)
	return map[string]int{"meme": stats.Images, "script": stats.Chats}, err
}
