package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
	"mcwick.example/deploy/local/ports"
)

// scrapeInterval is also how often rules are evaluated. A program whose database hangs takes some
// seconds to say so.
const scrapeInterval = 5 * time.Second

// prometheus is a real one, with our rules.
type prometheus struct {
	*visitor.Visitor
	*process.Process
}

// alert is one as Prometheus tells it.
type alert struct {
	State       string
	Labels      map[string]string
	Annotations map[string]string
}

// held is how long an alert's condition must hold.
var held = regexp.MustCompile(`(?m)^(\s+for:) .*$`)

func startPrometheus(ctx context.Context, data string) (*prometheus, error) {
	dir := filepath.Join(data, "prometheus")
	if err := os.RemoveAll(dir); err != nil { // of an earlier day
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	rules, err := os.ReadFile("deploy/observability/rules.yaml")
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf("global: {scrape_interval: %s, evaluation_interval: %s}\nrule_files: [rules.yaml]\n"+
		"scrape_configs:\n  - job_name: house\n    scrape_timeout: 5s\n    file_sd_configs: [{files: [%s]}]\n",
		scrapeInterval, scrapeInterval, filepath.Join(data, "prometheus-targets.json"))
	for name, text := range map[string]string{"rules.yaml": held.ReplaceAllString(string(rules), "$1 10s"),
		"prometheus.yaml": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	free, err := ports.Free(1)
	if err != nil {
		return nil, err
	}
	address := ports.Address(free[0])
	p := &prometheus{Visitor: visitor.New("http://"+address, "")}
	p.Process, err = process.StartReady(ctx, process.Spec{
		Name: "Prometheus", Command: []string{"prometheus", "--config.file=" + filepath.Join(dir, "prometheus.yaml"),
			"--storage.tsdb.path=" + filepath.Join(dir, "data"), "--web.listen-address=" + address},
		Ready: visitor.Ready(p.URL + "/-/ready"),
	}, filepath.Join(dir, "log"))
	return p, err
}

// firing are the alerts that fire, one of each name.
func (p *prometheus) firing(ctx context.Context) (map[string]alert, error) {
	var answer struct{ Data struct{ Alerts []alert } }
	if err := p.Call(ctx, http.MethodGet, "/api/v1/alerts", nil, &answer); err != nil {
		return nil, err
	}
	found := map[string]alert{}
	for _, a := range answer.Data.Alerts {
		if a.State == "firing" {
			found[a.Labels["alertname"]] = a
		}
	}
	return found, nil
}

// slos are those whose ratio of bad events the rules record.
var slos = []string{"edge-availability", "edge-latency", "jobs", "publish-freshness"}

// verifyRecorded returns an error when a ratio is not recorded: its alert could never fire.
func (p *prometheus) verifyRecorded(ctx context.Context) error {
	var answer struct {
		Data struct {
			Result []struct{ Metric struct{ SLO string } }
		}
	}
	if err := p.Call(ctx, http.MethodGet, "/api/v1/query?query=slo:bad:ratio_rate5m", nil, &answer); err != nil {
		return err
	}
	var recorded []string
	for _, series := range answer.Data.Result {
		recorded = append(recorded, series.Metric.SLO)
	}
	if slices.Sort(recorded); !slices.Equal(recorded, slos) {
		return fmt.Errorf("ratios are recorded of %q, wanted %q", recorded, slos)
	}
	return nil
}

// quiet waits until Prometheus has looked at everything and nothing fires.
func (p *prometheus) quiet(ctx context.Context, within time.Duration) error {
	looked := time.Now().Add(4 * scrapeInterval)
	return p.until(ctx, within, func(firing map[string]alert) bool {
		return time.Now().After(looked) &&
			len(firing) == 0
	})
}

// await waits for an alert and gives it, with the names of what fires beside it.
func (p *prometheus) await(
	ctx context.Context, name string, within time.Duration,
) (found alert, others []string, err error) {
	err = p.until(ctx, within, func(firing map[string]alert) bool {
		var ok bool
		found, ok = firing[name]
		delete(firing, name)
		others = slices.Sorted(maps.Keys(firing))
		return ok
	})
	return found, others, err
}

func (p *prometheus) until(ctx context.Context, within time.Duration, ok func(map[string]alert) bool) error {
	return wait.Eventually(ctx, within, time.Second, "alerts", func(ctx context.Context) (string, error) {
		firing, err := p.firing(ctx)
		if err != nil {
			return err.Error(), nil //nolint:nilerr // the next try may be answered
		}
		if ok(firing) {
			return "", nil
		}
		return "firing: " + strings.Join(slices.Sorted(maps.Keys(firing)), ", "), nil
	})
}
