// Package ports checks that the ports of the local platform are free, and says who holds one that
// is not.
package ports

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
)

// Port is a loopback port and what it is for.
type Port struct {
	Name   string
	Number int
}

// Address is the port's loopback address, host:port.
func (p Port) Address() string { return Address(p.Number) }

// Address is the loopback address of a port number, host:port.
func Address(number int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(number)) }

const suggestion = "Stop that program, or move all our ports: make run ARGS='--offset 2500'."

// Check reports every port that cannot be opened, one line each, and how to go on.
func Check(wanted []Port) error {
	var taken []string
	for _, p := range wanted {
		if err := probe(p.Number); err != nil {
			taken = append(taken, describe(p, err, holder(p.Number)))
		}
	}
	if len(taken) == 0 {
		return nil
	}
	return errors.New(strings.Join(append(taken, suggestion), "\n"))
}

func probe(number int) error {
	l, err := net.Listen("tcp", Address(number))
	if err != nil {
		return err
	}
	return l.Close()
}

func describe(p Port, err error, who string) string {
	if !errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Sprintf("Port %d (%s) cannot be opened: %v.", p.Number, p.Name, err)
	}
	if who == "" {
		who = "another program (of another user, so its name cannot be seen)"
	}
	return fmt.Sprintf("Port %d (%s) is taken by %s.", p.Number, p.Name, who)
}

// Free finds n free loopback ports. All are held open while searching, so no two are the same.
func Free(n int) ([]int, error) {
	found := make([]int, 0, n)
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer l.Close()
		found = append(found, l.Addr().(*net.TCPAddr).Port)
	}
	return found, nil
}
