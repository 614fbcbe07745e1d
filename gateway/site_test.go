package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

func TestSiteSettingsFollowTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/", "")
	if err != nil {
		t.Fatal(err)
	}
	get := func() string {
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest("GET", "/config.json", nil))
		return r.Body.String()
	}
	write(t, path, siteText("McWack"))
	if err := s.load(); err != nil || !strings.Contains(get(), "McWack") {
		t.Fatalf("%v, %s", err, get())
	}
	if !strings.Contains(get(), `"airdropDate":"2025 Q1"`) {
		t.Errorf("a file from before the setting lacks it: %s", get())
	}
	for _, broken := range []string{"{", `{"brand":{}}`, `{"unknown":1}`} {
		write(t, path, broken)
		if err := s.load(); err == nil || !strings.Contains(get(), "McWack") {
			t.Errorf("after %q: %v, %s", broken, err, get())
		}
	}
}

// Verifies HOME-17.
func TestContractAddressMustBeThePinnedOne(t *testing.T) {
	const pinned, other = `"contract":"c"`, `"contract":"d"`
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/", "c")
	if err != nil {
		t.Fatal(err)
	}
	gauge := contractGauge(t, s)
	var log bytes.Buffer
	reload := reloadSite(s, slog.New(slog.NewTextHandler(&log, nil)))
	expect := func(contract string, mismatch bool, lines int) {
		t.Helper()
		for range 2 { // the second changes and logs nothing
			if err := reload(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest("GET", "/config.json", nil))
		var config struct {
			Brand            struct{ Name, Contract string }
			ContractMismatch *bool
			MediaBase        string
		}
		if err := json.Unmarshal(r.Body.Bytes(), &config); err != nil {
			t.Fatal(err)
		}
		if said := config.ContractMismatch != nil; said != mismatch || config.Brand.Contract != contract {
			t.Errorf("mismatch said %t, contract %q", said, config.Brand.Contract)
		}
		if config.Brand.Name != "McWick" || config.MediaBase != "/media/" {
			t.Errorf("the rest of the settings is lost: %s", r.Body)
		}
		if got := gauge(); (got == 1) != mismatch {
			t.Errorf("the gauge is %d", got)
		}
		if got := strings.Count(log.String(), "\n"); got != lines {
			t.Errorf("%d log lines, not %d: %s", got, lines, &log)
		}
	}
	expect("c", false, 0)
	write(t, path, strings.Replace(siteText("McWick"), pinned, other, 1))
	expect("", true, 1)
	write(t, path, siteText("McWick"))
	expect("c", false, 2)
}

// Verifies HOME-17.
func TestWithoutAPinAnyContractAddressIsShown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/", "")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRecorder()
	s.ServeHTTP(r, httptest.NewRequest("GET", "/config.json", nil))
	if body := r.Body.String(); !strings.Contains(body, `"contract":"c"`) || strings.Contains(body, "contractMismatch") {
		t.Error(body)
	}
}

func TestMismatchAtStartIsServedAndLogged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	write(t, path, siteText("McWick"))
	s, err := openSite(path, "/media/", "another")
	if err != nil {
		t.Fatalf("the gateway does not start: %v", err)
	}
	var log bytes.Buffer
	if err := reloadSite(s, slog.New(slog.NewTextHandler(&log, nil)))(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "not the pinned one") {
		t.Errorf("logged: %s", &log)
	}
}

// contractGauge returns a function that reads the gauge of these settings.
func contractGauge(t *testing.T, s *settings) func() int64 {
	t.Helper()
	reader := sdkmetric.NewManualReader()
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	measureContractMismatch(meters.Meter("gateway"), s)
	return func() int64 {
		var collected metricdata.ResourceMetrics
		if err := reader.Collect(context.Background(), &collected); err != nil {
			t.Fatal(err)
		}
		for _, scope := range collected.ScopeMetrics {
			for _, m := range scope.Metrics {
				if data, ok := m.Data.(metricdata.Gauge[int64]); ok && m.Name == "mcwick.contract.mismatch" {
					return data.DataPoints[0].Value
				}
			}
		}
		t.Fatal("no gauge")
		return 0
	}
}
