package aiprovider

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"
)

// modelTimeout bounds a question about a model.
const modelTimeout = 10 * time.Second

// ShutdownDate asks when a model ends: zero when no date is announced. ok is false when the server does
// not know such a question. A model that the provider no longer has is ReasonModel.
func (c *Client) ShutdownDate(ctx context.Context, model string) (date time.Time, ok bool, err error) {
	err = c.call(ctx, operation{name: operationModel, model: model}, modelTimeout, func(ctx context.Context) error {
		answer, err := c.get(ctx, "models/"+url.PathEscape(model))
		if hasNoModels(err) {
			return nil
		}
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		date, err = readShutdownDate(answer)
		ok = err == nil
		return err
	})
	return date, ok, err
}

// hasNoModels reports whether a server refused because it has no such call, and not because it has
// no such model.
func hasNoModels(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Status == http.StatusNotImplemented || e.Reason == ReasonModel &&
		reasonsByCode[e.Code] != ReasonModel)
}

func readShutdownDate(answer *http.Response) (date time.Time, err error) {
	var model struct {
		ShutdownDate string `json:"shutdown_date"`
	}
	if err := readJSON(answer, maxSmall, &model); err != nil || model.ShutdownDate == "" {
		return date, err
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if date, err = time.Parse(layout, model.ShutdownDate); err == nil {
			return date, nil
		}
	}
	return time.Time{}, newError(ReasonUnreadable, err)
}
