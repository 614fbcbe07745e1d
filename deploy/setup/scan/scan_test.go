package scan

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// run runs the scan with programs that stand in for govulncheck and npm.
// timeout is in seconds.
func run(t *testing.T, govulncheck, npm, timeout string) (string, error) {
	t.Helper()
	programs := t.TempDir()
	for name, text := range map[string]string{"govulncheck": govulncheck, "npm": npm} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "../../../tools/scan.sh")
	cmd.Env = append(os.Environ(), "GOVULNCHECK="+filepath.Join(programs, "govulncheck"), "SCAN_TIMEOUT="+timeout,
		"PATH="+programs+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Verifies OPS-40.
func TestScanSaysOfEachDatabaseWhatItKnows(t *testing.T) {
	const (
		report = `echo '{"auditReportVersion": 2}'; `
		silent = "exec sleep 600"
		long   = "600"
	)
	for name, c := range map[string]struct {
		govulncheck, npm string
		goSays, npmSays  string
		timeout          string
	}{
		"nothing known": {"exit 0", report + "exit 0", "nothing known", "nothing known", long},
		"found in Go":   {"exit 3", report + "exit 0", "FOUND, see above", "nothing known", long},
		"found in npm":  {"exit 0", report + "exit 1", "nothing known", "FOUND, see above", long},
		"out of reach": {"echo no such host >&2; exit 1", `echo '{"message": "405"}'; exit 1`, "NOT RUN, see above",
			"NOT RUN, see above", long},
		"silent": {silent, silent, "NOT RUN, no answer within 1 s", "NOT RUN, no answer within 1 s", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			out, err := run(t, c.govulncheck, c.npm, c.timeout)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %v", took)
			}
			for _, line := range []string{"Go (.): " + c.goSays, "Go (tools): " + c.goSays, "npm (frontend): " + c.npmSays,
				"npm (tools): " + c.npmSays, "npm (tools/lighthouse): " + c.npmSays} {
				if !strings.Contains(out, "scan: "+line+"\n") {
					t.Errorf("it does not say %q:\n%s", line, out)
				}
			}
			if clean := c.goSays == "nothing known" && c.npmSays == "nothing known"; clean != (err == nil) {
				t.Errorf("it ends with %v:\n%s", err, out)
			}
		})
	}
}
