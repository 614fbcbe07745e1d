package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// answered is how many pictures the demo provider has drawn since it started. It is the one program that is
// never killed: nobody else knows what was asked of it.
func (p Platform) answered(ctx context.Context) (pictures int, err error) {
	key, err := p.secret("demo-ai-key")
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Provider+"/stats", nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the provider answers %s", response.Status)
	}
	var stats struct{ Images int }
	err = json.NewDecoder(response.Body).Decode(&stats)
	return stats.Images, err
}
