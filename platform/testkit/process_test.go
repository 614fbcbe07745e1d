package testkit

import (
	"strconv"
	"strings"
	"testing"
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
