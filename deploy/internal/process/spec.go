// Package process starts programs in process groups of their own, waits until they are ready, hands
// on their output line by line and stops them again. It knows nothing of what the programs do.
package process

import (
	"context"
	"syscall"
	"time"
)

// Spec says how one program is run. Name and Command are required.
type Spec struct {
	Name    string   // as shown in front of its lines
	Command []string // program and arguments
	Dir     string   // working folder; the current one when empty
	Env     []string // the whole environment, KEY=value
	Attr    syscall.SysProcAttr
	Silent  bool // its lines are kept in its log file only

	// StopSignal asks the program to end (SIGTERM when zero); after StopTimeout (10 s when zero)
	// its whole group is killed.
	StopSignal  syscall.Signal
	StopTimeout time.Duration

	// Ready answers nil once the program can be used; it is asked until then. Nil means ready as
	// soon as it runs.
	Ready func(context.Context) error
	// ReadyTimeout bounds that wait (30 s when zero).
	ReadyTimeout time.Duration
}
