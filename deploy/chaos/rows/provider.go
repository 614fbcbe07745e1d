package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Answered is how many pictures the demo provider has drawn since it started, and how many scripts
// it has written, by the kinds of jobs. It is the one program that is never killed, because only it
// knows which calls it received. Speeches are not counted: the second voice, which costs nothing
// and is in no ledger, is the same program here.
func (p Platform) Answered(ctx context.Context) (map[string]int, error) {
	key, err := p.secret("demo-ai-key")
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Provider+"/stats", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the provider answers %s", response.Status)
	}
	var stats struct{ Images, Chats int }
	err = json.NewDecoder(response.Body).Decode(&stats)
	return map[string]int{"meme": stats.Images, "script": stats.Chats}, err
}
