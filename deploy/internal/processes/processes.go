// Package processes finds the processes of a platform that deploy/local supervises, sends them
// signals, and reads how long they were on a processor: for commands that break or measure one.
package processes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Platform is all processes below one supervisor.
type Platform struct{ Supervisor int }

// Freeze stops every process below the supervisor whose command line has one of the texts in it,
// and gives those. It looks again until none goes on: a server may have made another one in the
// meantime, which would serve.
func (p Platform) Freeze(ctx context.Context, texts ...string) (stopped []int, _ error) {
	for ctx.Err() == nil {
		going, still := p.Find(texts...)
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
func (p Platform) Find(texts ...string) (going, stopped []int) {
	all := All()
	for pid, process := range all {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		command := strings.ReplaceAll(string(line), "\x00", " ")
		wanted := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(command, text) })
		switch {
		case !wanted || !p.Includes(pid, all):
		case process.state == "T":
			stopped = append(stopped, pid)
		default:
			going = append(going, pid)
		}
	}
	return going, stopped
}

// Includes reports whether one of all processes comes from the supervisor.
func (p Platform) Includes(pid int, all map[int]Process) bool {
	for ; pid > 1; pid = all[pid].Parent {
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

// Process is a process of this machine.
type Process struct {
	Name   string        // of its program
	Parent int           // its id
	CPU    time.Duration // that it was on a processor
	Memory int64         // bytes that are resident
	state  string        // T when it is stopped
}

// tick is the unit of processor time in /proc.
const tick = time.Second / 100

// All returns the processes of this machine by their ids.
func All() map[int]Process {
	all := map[int]Process{}
	folders, _ := filepath.Glob("/proc/[0-9]*") // the pattern is valid
	for _, folder := range folders {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		if p, err := Read(pid); err == nil { // else it has ended
			all[pid] = p
		}
	}
	return all
}

// Read returns a process.
func Read(pid int) (p Process, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, err
	}
	begin, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	fields := strings.Fields(string(stat[end+1:])) // from the third of proc(5) on: state, parent, …
	p.Name, p.state = string(stat[begin+1:end]), fields[0]
	p.Parent, _ = strconv.Atoi(fields[1])
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	p.CPU = time.Duration(user+system) * tick
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	p.Memory = pages * int64(os.Getpagesize())
	return p, nil
}
