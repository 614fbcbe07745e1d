package ports

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Run("free_ports_pass", func(t *testing.T) {
		numbers, err := Free(2)
		if err != nil {
			t.Fatal(err)
		}
		if err := Check([]Port{{"one", numbers[0]}, {"two", numbers[1]}}); err != nil {
			t.Error(err)
		}
	})

	t.Run("a_taken_port_is_named_with_its_holder_and_the_way_out", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		number := l.Addr().(*net.TCPAddr).Port
		err = Check([]Port{{"gateway", number}})
		if err == nil {
			t.Fatal("Check() = nil")
		}
		for _, want := range []string{fmt.Sprintf("Port %d (gateway) is taken by ports.test (process %d).", number,
			os.Getpid()), "--offset 2500"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
	})

	t.Run("a_port_that_may_not_be_opened_is_not_called_taken", func(t *testing.T) {
		if err := Check([]Port{{"gateway", 70000}}); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
			t.Errorf("Check() = %v", err)
		}
	})
}

// Stacks beside each other have offsets that are multiples of 500.
func TestStacksBesideEachOtherHaveOtherPorts(t *testing.T) {
	taken := map[int]int{}
	all := []int{Postgres, PgBouncer, Redis, RedisProxy, Broker, BrokerProxied, KafkaController, BrokerSecure, DemoAI,
		Traces, Control}
	for _, p := range Programs {
		all = append(all, p.Calls, p.Operations, p.Operations+ProfilesAfter, p.Operators, p.Files, p.Database)
	}
	for _, port := range all {
		if other := taken[port%500]; port != 0 && other != 0 {
			t.Errorf("%d and %d meet at offsets that are %d apart", port, other, port-other)
		}
		if port != 0 {
			taken[port%500] = port
		}
	}
}
