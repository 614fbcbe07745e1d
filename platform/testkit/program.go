package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BuildProgram compiles the program of the package under test and gives its path.
func BuildProgram(t testing.TB) string {
	t.Helper()
	return BuildProgramAt(t, ".")
}

// BuildProgramAt compiles the program of a folder, seen from the package under test, as for its image, without
// cgo, and gives its path.
func BuildProgramAt(t testing.TB, folder string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, folder)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// StartProgram runs `program serve` with the test's environment and more of it (NAME=value), in a
// process that the returned function kills and collects; the end of the test does too.
func StartProgram(t testing.TB, program string, more ...string) (kill func()) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "serve")
	c.Env, c.Stderr = append(os.Environ(), more...), os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() { _ = c.Process.Kill(); _ = c.Wait() } // it may be dead already
	t.Cleanup(kill)
	return kill
}
