package fault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/wait"
)

// beginTimeout bounds the beginning of a fault: where something else is broken, it may not come
// about.
const beginTimeout = 5 * time.Second

// Run lets the faults happen, tells out what it does, and gives back a whole platform, when the
// last fault has ended or ctx has. A fault that fails is a line in out, and a required one an error.
func Run(ctx context.Context, p Platform, all []Fault, out io.Writer) error {
	began := time.Now()
	var under sync.WaitGroup
	failed := make([]error, len(all))
	for i, f := range all {
		if !wait.Sleep(ctx, time.Until(began.Add(f.At))) {
			break
		}
		fmt.Fprintln(out, f)
		under.Go(func() {
			if err := f.inject(ctx, p); err != nil {
				fmt.Fprintf(out, "         %s: %v\n", f.Name, err)
				if f.required {
					failed[i] = fmt.Errorf("%s: %w", f.Name, err)
				}
			}
		})
	}
	under.Wait()
	return errors.Join(append(failed, heal(context.WithoutCancel(ctx), p))...)
}

func (f Fault) inject(ctx context.Context, p Platform) error {
	beginning, cancel := context.WithTimeout(context.WithoutCancel(ctx), max(beginTimeout, f.timeout))
	defer cancel()
	end, err := f.begin(beginning, p)
	if end == nil {
		return err
	}
	if err == nil {
		wait.Sleep(ctx, f.For)
	}
	return errors.Join(err, end())
}

// heal lets go on whatever is still stopped: a fault may have ended while another one had stopped
// the same program, or half of it.
func heal(ctx context.Context, p Platform) error {
	for _, disk := range Disks(p.Data) {
		if err := resize(filepath.Join(p.Data, disk), diskSize); err != nil {
			return err
		}
	}
	for _, connection := range connections {
		if err := errors.Join(p.Control.send(ctx, "connections", connection, "thaw"),
			p.Control.send(ctx, "connections", connection, "start")); err != nil {
			return err
		}
	}
	for _, name := range names {
		_, stopped := p.Find(commands[name]...)
		if err := processes.Signal(stopped, syscall.SIGCONT); err != nil {
			return err
		}
	}
	return nil
}
