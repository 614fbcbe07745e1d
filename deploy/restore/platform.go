package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"mcwick.example/deploy/chaos/rows"
	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/wait"
)

// running is a local platform under its supervisor.
type running struct {
	rows.Platform
	URL   string
	local *exec.Cmd
	ended chan error
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
	log, err := os.OpenFile(filepath.Join(data, "run.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &running{ended: make(chan error, 1)}
	p.local = exec.Command("bin/local", "run", "--data", data, "--offset", strconv.Itoa(o.offset), "--empty", "--",
		self, "--hold", found)
	p.local.Env = append(os.Environ(), environment...)
	p.local.Stdout, p.local.Stderr = log, log
	p.local.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := p.local.Start(); err != nil {
		return nil, err
	}
	go func() { p.ended <- p.local.Wait() }()
	err = wait.Eventually(ctx, startTimeout, pollInterval, "the platform serves", func(context.Context) (bool, error) {
		select {
		case err := <-p.ended:
			p.ended <- err
			return false, fmt.Errorf("it ended (%w); its lines are in %s", err, log.Name())
		default:
		}
		text, err := os.ReadFile(found)
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		return true, json.Unmarshal(text, p)
	})
	if err != nil {
		_ = p.stop()
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

// stop lets the platform finish what it does.
func (p *running) stop() error {
	_ = p.local.Process.Signal(syscall.SIGTERM) // fails only when it has ended
	select {
	case err := <-p.ended:
		p.ended <- err
		return nil
	case <-time.After(stopTimeout):
		return p.kill()
	}
}

// kill ends every process at once; none is restarted.
func (p *running) kill() error {
	supervisor := []int{p.local.Process.Pid}
	if err := processes.Signal(supervisor, syscall.SIGSTOP); err != nil {
		return err
	}
	going, stopped := p.processes().Find("")
	err := processes.Signal(append(append(going, stopped...), supervisor...), syscall.SIGKILL)
	ended := <-p.ended
	p.ended <- ended
	return err
}

func (p *running) processes() processes.Platform {
	return processes.Platform{Supervisor: p.local.Process.Pid}
}
