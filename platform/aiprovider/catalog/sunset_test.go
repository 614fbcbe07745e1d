package catalog

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/testkit"
)

// A provider may postpone what it announced; the file's date never gets later by that.
func TestLatestSunsetAnnouncementWins(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2027, 1, n, 0, 0, 0, 0, time.UTC) }
	var none time.Time
	for name, c := range map[string]struct {
		inFile    time.Time
		announced []time.Time
		wantsDay  int // 0: no end is known
	}{
		"announced earlier than the file": {day(9), []time.Time{day(5)}, 5},
		"announced later than the file":   {day(9), []time.Time{day(20)}, 9},
		"postponed":                       {none, []time.Time{day(5), day(20)}, 20},
		"withdrawn":                       {none, []time.Time{day(5), none}, 0},
		"withdrawn, and in the file":      {day(9), []time.Time{day(5), none}, 9},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := &Sunsets{end: map[taskModel]time.Time{}}, taskModel{task: "speech"}
			for _, date := range c.announced {
				s.record(m, c.inFile, date)
			}
			if end, known := s.end[m]; known != (c.wantsDay > 0) || known && !end.Equal(day(c.wantsDay)) {
				t.Errorf("got %v, %v", end, known)
			}
		})
	}
}

// A model that is no chain's first is not called. Where a server does not know the question, nothing is said.
// Verifies OPS-53.
func TestGoneModelIsMeasured(t *testing.T) {
	answer := http.StatusNotFound
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/models/first" {
			_, _ = io.WriteString(w, `{"id":"first"}`)
			return
		}
		if r.URL.Path == "/models/unknown" { // as from a server that has no such call
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer)
		_, _ = io.WriteString(w, map[int]string{
			http.StatusOK: `{"id":"second"}`, http.StatusNotFound: `{"error":{"code":"model_not_found"}}`,
			http.StatusUnauthorized: `{"error":{"code":"invalid_api_key"}}`}[answer])
	}))
	t.Cleanup(server.Close)
	reader, before := sdk.NewManualReader(), otel.GetMeterProvider()
	otel.SetMeterProvider(sdk.NewMeterProvider(sdk.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	var file providersfile.File
	for _, name := range []string{"first", "second", "unknown"} {
		file.Tasks.Speech = append(file.Tasks.Speech,
			providersfile.Speech{Model: providersfile.Model{Provider: "p", Model: name}})
	}
	s := NewSunsets(testkit.DiscardLog(), &Catalog{File: file, Clients: map[string]*aiprovider.Client{
		"p": aiprovider.NewClient(aiprovider.Provider{Name: "p", BaseURL: server.URL})}})
	s.RegisterMetrics()
	for _, c := range []struct {
		answer int
		second int64
	}{
		{http.StatusNotFound, 1}, {http.StatusUnauthorized, 1}, {http.StatusOK, 0},
	} {
		answer = c.answer
		if err := s.Read(t.Context()); (err == nil) != (c.answer == http.StatusOK) {
			t.Errorf("%d: %v", c.answer, err)
		}
		var all metricdata.ResourceMetrics
		if err := reader.Collect(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, scope := range all.ScopeMetrics {
			for _, m := range scope.Metrics {
				if m.Name != "mcwick.ai.model.gone" {
					continue
				}
				for _, point := range m.Data.(metricdata.Gauge[int64]).DataPoints {
					model, _ := point.Attributes.Value("gen_ai.request.model")
					got[model.AsString()] = point.Value
				}
			}
		}
		if want := map[string]int64{"first": 0, "second": c.second}; !maps.Equal(got, want) {
			t.Errorf("%d: %v, want %v", c.answer, got, want)
		}
	}
}
