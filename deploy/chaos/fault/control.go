package fault

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"mcwick.example/deploy/internal/visitor"
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
	browser := visitor.Visitor{URL: c.URL, Client: http.DefaultClient} // without a timeout, for what takes minutes
	response, err := browser.Send(ctx, method, path, nil)
	if err == nil && response.Status != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", method, path, bytes.TrimSpace(response.Body))
	}
	return string(response.Body), err
}
