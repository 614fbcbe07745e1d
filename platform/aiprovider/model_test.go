package aiprovider

import (
	"net/http"
	"testing"
	"time"
)

func TestShutdownDate(t *testing.T) {
	day := time.Date(2027, 1, 6, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		serve  http.HandlerFunc
		want   time.Time
		reason Reason
		paid   Payment
	}{
		"announced":             {respondJSON(`{"id":"tts-1","object":"model","created":1,"owned_by":"openai","shutdown_date":"2027-01-06"}`), day, "", ""},
		"announced with a time": {respondJSON(`{"shutdown_date":"2027-01-06T00:00:00Z"}`), day, "", ""},
		"none announced":        {respondJSON(`{"id":"tts-1","shutdown_date":null}`), time.Time{}, "", ""},
		"not known here":        {respondJSON(`{"id":"tts-1"}`), time.Time{}, "", ""},
		"no such call":          {http.NotFound, time.Time{}, "", ""},
		"no such method":        {respond(405, "text/plain", ""), time.Time{}, "", ""},
		"not built yet":         {respond(501, "text/plain", ""), time.Time{}, "", ""},
		"no such model": {respond(404, "application/json",
			`{"error":{"message":"x","code":"model_not_found"}}`), time.Time{}, ReasonModel, PaymentNone},
		"someday": {respondJSON(`{"shutdown_date":"someday"}`), time.Time{}, ReasonUnreadable, PaymentUnknown},
		"wrong key": {respond(401, "application/json", `{"error":{"code":"invalid_api_key"}}`), time.Time{}, ReasonKey,
			PaymentNone},
	} {
		t.Run(name, func(t *testing.T) {
			var path string
			got, err := serve(t, func(w http.ResponseWriter, r *http.Request) {
				path = r.URL.EscapedPath()
				c.serve(w, r)
			}).ShutdownDate(t.Context(), "maker/tts-1")
			if wantError(t, err, c.reason, c.paid); !got.Equal(c.want) || path != "/v1/models/maker%2Ftts-1" {
				t.Errorf("got %v of %s", got, path)
			}
		})
	}
}
