package process

import (
	"os/exec"
	"runtime"
	"sync"
)

// The kernel sends a child its parent-death signal when the *thread* that started it ends, and Go
// ends threads when it likes. All children are therefore started from one thread that lives as long
// as this program, so that none of them outlives it, even after a kill -9.
var (
	spawnOnce  sync.Once
	spawnQueue = make(chan func())
)

func spawn(cmd *exec.Cmd) error {
	spawnOnce.Do(func() {
		go func() {
			runtime.LockOSThread()
			for start := range spawnQueue {
				start()
			}
		}()
	})
	result := make(chan error, 1)
	spawnQueue <- func() { result <- cmd.Start() }
	return <-result
}
