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
		ok     bool
		reason Reason
		paid   Payment
	}{
		"announced":             {respondJSON(`{"id":"tts-1","object":"model","created":1,"owned_by":"openai","shutdown_date":"2027-01-06"}`), day, true, "", ""},
		"announced with a time": {respondJSON(`{"shutdown_date":"2027-01-06T00:00:00Z"}`), day, true, "", ""},
		"none announced":        {respondJSON(`{"id":"tts-1","shutdown_date":null}`), time.Time{}, true, "", ""},
		"not known here":        {respondJSON(`{"id":"tts-1"}`), time.Time{}, true, "", ""},
		"no such call":          {http.NotFound, time.Time{}, false, "", ""},
		"no such method":        {respond(405, "text/plain", ""), time.Time{}, false, "", ""},
		"not built yet":         {respond(501, "text/plain", ""), time.Time{}, false, "", ""},
		"no such model": {respond(404, "application/json",
			`{"error":{"message":"x","code":"model_not_found"}}`), time.Time{}, false, ReasonModel, PaymentNone},
		"someday": {respondJSON(`{"shutdown_date":"someday"}`), time.Time{}, false, ReasonUnreadable, PaymentUnknown},
		"wrong key": {respond(401, "application/json", `{"error":{"code":"invalid_api_key"}}`), time.Time{}, false, ReasonKey,
			PaymentNone},
	} {
		t.Run(name, func(t *testing.T) {
			var path string
			got, ok, err := serve(t, func(w http.ResponseWriter, r *http.Request) {
				path = r.URL.EscapedPath()
				c.serve(w, r)
			}).ShutdownDate(t.Context(), "maker/tts-1")
			wantError(t, err, c.reason, c.paid)
			if !got.Equal(c.want) || ok != c.ok || path != "/v1/models/maker%2Ftts-1" {
				t.Errorf("got %v, %v of %s", got, ok, path)
			}
		})
	}
}
