package testkit

import (
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

func TestFreeAddrIsExclusive(t *testing.T) {
	var port int
	t.Run("has it", func(t *testing.T) {
		var err error
		if port, err = strconv.Atoi(strings.TrimPrefix(FreeAddr(t), "127.0.0.1:")); err != nil {
			t.Fatal(err)
		}
		if _, locked := lockPort(t, port); locked { // another file, as another process would have it
			t.Error("another test gets it too")
		}
	})
	unlock, locked := lockPort(t, port)
	if !locked {
		t.Fatal("it is not freed")
	}
	unlock()
}

// One of a hundred addresses was taken when FreeAddr tried by listening.
func TestFreeAddrWhileProgramsStart(t *testing.T) {
	var starting errgroup.Group
	done := make(chan struct{})
	defer func() {
		close(done)
		if err := starting.Wait(); err != nil {
			t.Error(err)
		}
	}()
	for range 4 {
		starting.Go(func() error {
			for {
				select {
				case <-done:
					return nil
				default:
					if err := exec.CommandContext(t.Context(), "true").Run(); err != nil {
						return err
					}
				}
			}
		})
	}
	for range 500 {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", FreeAddr(t))
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
	}
}
