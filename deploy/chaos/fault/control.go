package fault

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Control is deploy/local's hand on connections and programs.
type Control struct{ URL string }

// Programs gives those that can be exchanged for the last release's; none where that is not there.
func (c Control) Programs(ctx context.Context) ([]string, error) {
	text, err := c.call(ctx, http.MethodGet, "/programs")
	return strings.Fields(text), err
}

func (c Control) send(ctx context.Context, path ...string) error {
	_, err := c.call(ctx, http.MethodPost, "/"+strings.Join(path, "/"))
	return err
}

func (c Control) call(ctx context.Context, method, path string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", method, path, strings.TrimSpace(string(text)))
	}
	return string(text), err
}
