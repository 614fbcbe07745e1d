package service

import (
	"strings"
	"testing"

	"mcwick.example/platform/config"
)

// All that keeps a service from starting is reported at once, and by check-config.
// Verifies OPS-4.
func TestConfigReportsAllProblems(t *testing.T) {
	_, err := config.Parse[Config](config.Environment{
		"DATABASE_URL":        "nonsense ::",
		"DATABASE_POOLER_URL": "postgres://pooler/gallery?sslmode=disable", "DATABASE_REQUIRE_TLS": "true",
		"OPERATORS_FILE": t.TempDir() + "/none",
		"MTLS_DIR":       t.TempDir(),
		"PPROF_ADDR":     ":6060",
	})
	if err == nil {
		t.Fatal("it is complete")
	}
	for _, want := range []string{"DATABASE_URL is not", "DATABASE_POOLER_URL must have", "operators: ", "MTLS_DIR: ",
		"PPROF_ADDR is"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
}
