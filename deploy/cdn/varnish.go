package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// varnish is a running Varnish with the committed VCL.
type varnish struct {
	url     string
	process *exec.Cmd
}

// startVarnish starts Varnish in front of an origin. It keeps all in memory, and ends with us.
func startVarnish(ctx context.Context, data, origin string, port int) (*varnish, error) {
	backend, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile("deploy/cdn/mcwick.vcl")
	if err != nil {
		return nil, err
	}
	const placeholder = `.port = "8080"`
	ours := strings.Replace(string(text), placeholder, fmt.Sprintf(".port = %q", backend.Port()), 1)
	folder, err := filepath.Abs(filepath.Join(data, "varnish"))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "mcwick.vcl")
	if err := os.WriteFile(file, []byte(ours), 0o600); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	address := fmt.Sprintf("127.0.0.1:%d", port)
	v := &varnish{url: "http://" + address, process: exec.Command("varnishd", "-F", "-f", file, "-a", address,
		"-n", filepath.Join(folder, "work"), "-s", "malloc,128m", "-j", "none")}
	v.process.Stdout, v.process.Stderr = log, log
	v.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := v.process.Start(); err != nil {
		return nil, err
	}
	for range 200 {
		if c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address); err == nil {
			return v, c.Close()
		}
		time.Sleep(pause)
	}
	v.stop()
	return nil, fmt.Errorf("varnish does not start: see %s", log.Name())
}

// signal sends a signal to Varnish's processes.
func (v *varnish) signal(s syscall.Signal) error { return syscall.Kill(-v.process.Process.Pid, s) }

func (v *varnish) stop() {
	_ = v.signal(syscall.SIGCONT)
	_ = v.signal(syscall.SIGTERM)
	_ = v.process.Wait()
}
