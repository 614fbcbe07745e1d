// Package processes finds the processes of a platform that deploy/local supervises, and sends them
// signals: for commands that break such a platform.
package processes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Platform is all processes below one supervisor.
type Platform struct{ Supervisor int }

// Freeze stops every process below the supervisor whose command line has one of the texts in it,
// and gives those. It looks again until none goes on: a server may have made another one in the
// meantime, which would serve.
func (p Platform) Freeze(ctx context.Context, texts ...string) (stopped []int, _ error) {
	for ctx.Err() == nil {
		going, still, err := p.Find(texts...)
		if err != nil {
			return nil, err
		}
		if len(going) == 0 {
			if len(still) == 0 {
				return nil, fmt.Errorf("no process of the platform is %q", texts)
			}
			return still, nil
		}
		if err := Signal(going, syscall.SIGSTOP); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// Find gives the processes below the supervisor whose command line has one of the texts in it:
// those that go on, and those that are stopped.
func (p Platform) Find(texts ...string) (going, stopped []int, _ error) {
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, nil, err
	}
	parents, states := map[int]int{}, map[int]string{}
	for _, entry := range entries {
		stat, err := os.ReadFile(entry)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		states[pid] = fields[0]
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	for pid, state := range states {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		command := strings.ReplaceAll(string(line), "\x00", " ")
		wanted := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(command, text) })
		switch {
		case !wanted || !p.includes(pid, parents):
		case state == "T":
			stopped = append(stopped, pid)
		default:
			going = append(going, pid)
		}
	}
	return going, stopped, nil
}

// includes reports whether a process comes from the supervisor.
func (p Platform) includes(pid int, parents map[int]int) bool {
	for ; pid > 1; pid = parents[pid] {
		if pid == p.Supervisor {
			return true
		}
	}
	return false
}

// Signal sends a signal to processes; those that have ended meanwhile are left out.
func Signal(pids []int, s syscall.Signal) error {
	var errs []error
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
