package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"mcwick.example/platform/testkit"
)

// tries are what a program that was taken over would try. Each gets an argument.
var tries = map[string]func(string) error{
	"read":  func(path string) error { _, err := os.ReadFile(path); return err },
	"list":  func(path string) error { _, err := os.ReadDir(path); return err },
	"write": func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) },
	"dial": func(network string) error {
		c, err := net.Dial(network, "127.0.0.1:9")
		if err == nil {
			err = c.Close()
		}
		return err
	},
	"connect": func(path string) error { _, err := net.Dial("unix", path); return err },
	"listen":  func(addr string) error { _, err := net.Listen("tcp", addr); return err },
	"run":     func(path string) error { return exec.Command(path).Run() },
	"signal": func(pid string) error {
		n, _ := strconv.Atoi(pid)
		return syscall.Kill(n, 0)
	},
}

// TestMain is the program that the tests run, too: it tries what its arguments say, and says on
// its standard output when it was not permitted.
func TestMain(m *testing.M) {
	if len(os.Args) != 3 || tries[os.Args[1]] == nil {
		os.Exit(m.Run())
	}
	err := tries[os.Args[1]](os.Args[2])
	switch {
	case errors.Is(err, fs.ErrPermission):
		os.Stdout.WriteString("refused")
	case err == nil:
		os.Stdout.WriteString("done")
	default:
		os.Stdout.WriteString(err.Error())
	}
}

// try runs this program, and returns what it says.
func try(t *testing.T, access Access, what, argument string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Error(err)
	}
	access.Read = append(access.Read, self)
	cmd := exec.CommandContext(t.Context(), self, what, argument)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = &out, &out, []string{"LC_ALL=C"}
	missing, err := runConfined(cmd, access)
	if err != nil {
		t.Errorf("%v: %s", err, out.String())
	}
	if slices.Contains(missing, "landlock") || slices.Contains(missing, "seccomp") {
		t.Errorf("this kernel does not have %q", missing)
	}
	return out.String()
}

// Verifies OPS-32.
func TestProgramReachesItsOwnFilesOnly(t *testing.T) {
	own, other := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(own, "in"), filepath.Join(other, "key")} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(other, "key"), filepath.Join(own, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, argument, want string }{
		{"read", filepath.Join(own, "in"), "done"},
		{"write", filepath.Join(own, "out"), "done"},
		{"read", "/usr/bin/env", "done"},
		{"read", filepath.Join(other, "key"), "refused"},
		{"read", filepath.Join(own, "link"), "refused"},
		{"list", other, "refused"},
		{"write", filepath.Join(other, "key"), "refused"},
		{"write", filepath.Join(other, "new"), "refused"},
		{"read", "/etc/passwd", "refused"},
		{"read", "/proc/" + strconv.Itoa(os.Getpid()) + "/environ", "refused"},
		{"write", "/usr/x", "refused"},
	} {
		if got := try(t, Access{Write: []string{own}}, c.what, c.argument); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.what, c.argument, got, c.want)
		}
	}
}

// Verifies OPS-32.
func TestProgramReachesNoNetwork(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	access := Access{Read: []string{filepath.Dir(listener.Addr().String())}}
	for _, c := range [][2]string{
		{"dial", "tcp"}, {"dial", "udp"}, {"listen", "127.0.0.1:0"}, {"connect", listener.Addr().String()},
	} {
		if got := try(t, access, c[0], c[1]); got != "refused" {
			t.Errorf("%s %s: %s", c[0], c[1], got)
		}
	}
}

// The same tries succeed without a sandbox, and the program that runs others keeps what it may:
// the thread that gave it up is gone.
func TestOthersKeepTheirAccess(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if got := try(t, Access{}, "read", key); got != "refused" {
				t.Errorf("in the sandbox: %s", got)
			}
			for _, c := range [][2]string{{"read", key}, {"dial", "udp"}, {"signal", strconv.Itoa(os.Getpid())}} {
				if err := tries[c[0]](c[1]); err != nil {
					t.Errorf("%s here: %v", c[0], err)
				}
				if out, err := exec.Command(self, c[0], c[1]).Output(); string(out) != "done" {
					t.Errorf("%s without a sandbox: %s, %v", c[0], out, err)
				}
			}
		})
	}
	all.Wait()
	testkit.Eventually(t, "no thread is restricted any more", func() bool {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(threads, func(thread os.DirEntry) bool {
			status, err := os.ReadFile(filepath.Join("/proc/self/task", thread.Name(), "status"))
			return err == nil && strings.Contains(string(status), "Seccomp:\t2")
		})
	})
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, "sleep", "60")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- Run(ctx, cmd, Access{}) }()
	cancel()
	out.Close()
	if err := <-ended; err == nil {
		t.Error("it ended by itself")
	}
}

func TestMissingPartIsLoggedOnce(t *testing.T) {
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before); warned = sync.Once{} })
	warned = sync.Once{}
	for _, missing := range [][]string{nil, {"landlock"}, {"landlock"}} {
		count(t.Context(), missing)
	}
	if n := strings.Count(lines.String(), "missing=landlock"); n != 1 {
		t.Errorf("%d times: %s", n, lines.String())
	}
}

// BenchmarkRun is what a start costs, with the sandbox and without.
func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	for name, run := range map[string]func(*exec.Cmd) error{
		"sandbox": func(c *exec.Cmd) error { return Run(b.Context(), c, Access{Write: []string{dir}}) },
		"plain":   (*exec.Cmd).Run,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := run(exec.Command("/bin/true")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
