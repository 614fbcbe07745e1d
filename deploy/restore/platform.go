package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"mcwick.example/deploy/chaos/rows"
	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/processes"
)

// running is a local platform under its supervisor.
type running struct {
	rows.Platform
	URL   string
	local *process.Process
}

// The bounds of starting and stopping; the first start compiles everything.
const (
	startTimeout = 5 * time.Minute
	stopTimeout  = time.Minute
	pollInterval = 100 * time.Millisecond
)

// start runs the platform and waits until it serves. What it prints is added to run.log in its
// folder.
func start(ctx context.Context, o options, environment ...string) (*running, error) {
	data, err := filepath.Abs(o.data)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	found := filepath.Join(data, "platform.json")
	if err := errors.Join(os.MkdirAll(data, 0o755), os.RemoveAll(found)); err != nil {
		return nil, err
	}
	p := &running{}
	p.local, err = process.StartReady(ctx, process.Spec{
		Name: "the platform", Command: []string{"bin/local", "run", "--data", data, "--offset", strconv.Itoa(o.offset),
			"--empty", "--", self, "--hold", found},
		Env: append(os.Environ(), environment...), ReadyTimeout: startTimeout, StopTimeout: stopTimeout,
		Ready: func(context.Context) error {
			text, err := os.ReadFile(found)
			if err != nil {
				return err
			}
			return json.Unmarshal(text, p)
		},
	}, filepath.Join(data, "run.log"))
	if err != nil {
		return nil, err
	}
	return p, nil
}

// hold is what runs with the platform: it says where that is, and waits.
func hold(ctx context.Context, path string) error {
	platform, err := rows.FromEnvironment()
	if err != nil {
		return err
	}
	text, err := json.Marshal(running{Platform: platform, URL: os.Getenv("MCWICK_URL")})
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".next", text, 0o600); err != nil {
		return err
	}
	if err := os.Rename(path+".next", path); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// kill ends every process at once; none is restarted.
func (p *running) kill() error {
	supervisor := []int{p.local.PID()}
	if err := processes.Signal(supervisor, syscall.SIGSTOP); err != nil {
		return err
	}
	going, stopped := p.processes().Find("")
	err := processes.Signal(append(append(going, stopped...), supervisor...), syscall.SIGKILL)
	<-p.local.Done()
	return err
}

func (p *running) processes() processes.Platform {
	return processes.Platform{Supervisor: p.local.PID()}
}
