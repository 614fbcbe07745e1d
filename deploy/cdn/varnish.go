package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/local/ports"
)

// varnish is a running Varnish with the committed VCL.
type varnish struct {
	url     string
	process *process.Process
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
	address := ports.Address(port)
	v := &varnish{url: "http://" + address}
	v.process, err = process.StartReady(ctx, process.Spec{
		Name: "Varnish", Command: []string{"varnishd", "-F", "-f", file, "-a", address, "-n", filepath.Join(folder, "work"),
			"-s", "malloc,128m", "-j", "none"},
		Ready: visitor.Ready(v.url),
	}, filepath.Join(folder, "log"))
	return v, err
}

// signal sends a signal to Varnish's processes.
func (v *varnish) signal(s syscall.Signal) error { return syscall.Kill(-v.process.PID(), s) }

func (v *varnish) stop() {
	_ = v.signal(syscall.SIGCONT)
	_ = v.process.Stop()
}
