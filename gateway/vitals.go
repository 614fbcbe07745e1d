package main

import (
	"fmt"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
)

// maxVitals bounds one report: a page has five vitals.
const maxVitals = 16

// vital is one of the measures by which browsers tell how a page felt, as
// https://web.dev/articles/vitals defines them.
type vital struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"` // milliseconds, but for CLS, which is a share of the screen; nil when it is not said
	Page  string   `json:"page"`  // one of the shell's routes
}

// vitalNames are the measures with the largest value that is believed.
var vitalNames = map[string]float64{"LCP": 600_000, "INP": 600_000, "FCP": 600_000, "TTFB": 600_000, "CLS": 100}

// vitals puts what pages measured of themselves into metrics.
type vitals struct{ seconds, shift metric.Float64Histogram }

func newVitals() (v vitals) {
	meter := otel.Meter("mcwick/gateway")
	v.seconds = instrument.Must(meter.Float64Histogram("mcwick.page.vital", metric.WithUnit("s"),
		metric.WithDescription("LCP, INP, FCP and TTFB as browsers measured them."),
		metric.WithExplicitBucketBoundaries(0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10)))
	v.shift = instrument.Must(meter.Float64Histogram("mcwick.page.layout_shift", metric.WithUnit("1"),
		metric.WithDescription("CLS as browsers measured it."),
		metric.WithExplicitBucketBoundaries(0.01, 0.05, 0.1, 0.25, 0.5, 1)))
	return v
}

// ServeHTTP takes a report and answers 204. A report with anything unknown in it counts nothing.
func (v vitals) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	report, err := strict.List[vital](r.Body, maxVitals)
	if err != nil {
		writeProblem(r.Context(), w, fault.Invalid("VITALS_INVALID",
			fault.Field{Message: fmt.Sprintf("Send a list of at most %d vitals.", maxVitals)}))
		return
	}
	for i, one := range report {
		if most, known := vitalNames[one.Name]; !known || one.Value == nil || *one.Value < 0 || *one.Value > most ||
			!isPage(one.Page) {
			writeProblem(r.Context(), w, fault.Invalid("VITALS_INVALID",
				fault.Field{Name: fmt.Sprintf("[%d]", i), Message: "Name, value or page is none of ours."}))
			return
		}
	}
	for _, one := range report {
		labels := metric.WithAttributes(attribute.String("name", one.Name), attribute.String("page", one.Page))
		if one.Name == "CLS" {
			v.shift.Record(r.Context(), *one.Value, labels)
		} else {
			v.seconds.Record(r.Context(), *one.Value/1000, labels)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}
