package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/time/rate"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/security"
)

// The bounds of what browsers report of the page's policy. Reports are programs' and strangers', so beyond
// the limit of each client there is one of all that a replica counts.
const (
	maxViolationBody = 16 << 10 // bytes of one request
	maxViolations    = 20       // reports that are counted of one request
	countedReports   = 50       // reports that are counted each second
	reportBurst      = 4        // seconds' worth at once
)

// countedDirectives are what reports are counted by; others are together, because who reports chooses them.
var countedDirectives = []string{"connect-src", "default-src", "font-src", "form-action", "frame-ancestors",
	"frame-src", "img-src", "manifest-src", "media-src", "object-src", "base-uri", "require-trusted-types-for",
	"script-src", "script-src-attr", "script-src-elem", "style-src", "style-src-attr", "style-src-elem",
	"trusted-types", "worker-src"}

// violation is what is read of a report. The address of the page, what was refused and a sample of it may
// hold what is a visitor's alone, and are never read.
type violation struct {
	Directive   string `json:"effective-directive"`
	Violated    string `json:"violated-directive"` // in the place of it, in older browsers
	Source      string `json:"source-file"`
	ReportedAs  string `json:"effectiveDirective"` // the same by the Reporting API
	ReportedSrc string `json:"sourceFile"`
}

// violations counts reports of browsers about the Content-Security-Policy.
type violations struct {
	events           *security.Log
	bound            *rate.Limiter
	counted, dropped metric.Int64Counter
}

func newViolations(events *security.Log) (v violations) {
	v.events = events
	meter := otel.Meter("mcwick/gateway")
	v.bound = rate.NewLimiter(countedReports, reportBurst*countedReports)
	v.counted = instrument.Must(meter.Int64Counter("mcwick.page.violations",
		metric.WithDescription("What the policy of the page made browsers refuse, by directive and by whether an extension of the browser did it.")))
	v.dropped = instrument.Must(meter.Int64Counter("mcwick.page.violations_dropped",
		metric.WithDescription("Reports of violations that were not counted, because too many came.")))
	return v
}

// ServeHTTP takes reports in either form and answers 204, however many of them it counts.
func (v violations) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	read, known := violationForms[media]
	if !known {
		writeProblem(r.Context(), w, errReportType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxViolationBody))
	if err != nil {
		w.Header().Set("Connection", "close")
		writeProblem(r.Context(), w, bodyFault(err))
		return
	}
	reports, err := read(body)
	if err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	counted := reports[:min(len(reports), maxViolations)]
	dropped := len(reports) - len(counted)
	for _, one := range counted {
		if !v.bound.Allow() {
			dropped++
			continue
		}
		v.count(r.Context(), one)
	}
	if dropped > 0 {
		v.dropped.Add(r.Context(), int64(dropped))
	}
	w.WriteHeader(http.StatusNoContent)
}

var errReportType = fault.New(fault.KindInvalid, errMediaType.Reason,
	"Send reports, as application/reports+json or application/csp-report.")

// violationForms read the reports of a body, by its media type. What is no report of a violation in there is
// passed over: browsers send others beside.
var violationForms = map[string]func([]byte) ([]violation, error){
	"application/csp-report": func(body []byte) ([]violation, error) {
		var report map[string]json.RawMessage
		if err := json.Unmarshal(body, &report); err != nil || report == nil {
			return nil, errUnreadable
		}
		var one violation
		if json.Unmarshal(report["csp-report"], &one) != nil {
			return nil, nil
		}
		return []violation{one}, nil
	},
	"application/reports+json": func(body []byte) (found []violation, err error) {
		var reports []json.RawMessage
		if err := json.Unmarshal(body, &reports); err != nil || reports == nil {
			return nil, errUnreadable
		}
		for _, report := range reports {
			var one struct {
				Type string    `json:"type"`
				Body violation `json:"body"`
			}
			if json.Unmarshal(report, &one) == nil && one.Type == "csp-violation" {
				found = append(found, one.Body)
			}
		}
		return found, nil
	},
}

// count counts a report by labels that no report chooses.
func (v violations) count(ctx context.Context, one violation) {
	directive, source := one.labels()
	v.counted.Add(ctx, 1, metric.WithAttributes(attribute.String("directive", directive),
		attribute.String("source", source)))
	v.events.Record(ctx, security.PolicyViolated, directive, slog.String("csp.source", source))
}

// labels are the directive of a report, and who did what was refused: the page, or an extension of the
// browser, which no policy of a page can rule out.
func (v violation) labels() (directive, source string) {
	directive, _, _ = strings.Cut(v.ReportedAs+v.Directive, " ")
	if directive == "" {
		directive, _, _ = strings.Cut(v.Violated, " ") // which has the sources too
	}
	if !slices.Contains(countedDirectives, directive) {
		directive = "other"
	}
	scheme, _, _ := strings.Cut(v.ReportedSrc+v.Source, ":")
	if strings.HasSuffix(scheme, "-extension") {
		return directive, "extension"
	}
	return directive, "page"
}
