package stack

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"mcwick.example/deploy/local/internal/traces"
)

// ServeTraces receives and shows traces inside this process until stop is called.
func (s *Stack) ServeTraces() (stop func(), err error) {
	listener, err := net.Listen("tcp", s.address(28318))
	if err != nil {
		return nil, fmt.Errorf("open the port for traces: %w", err)
	}
	server := &http.Server{Handler: traces.NewStore().Handler(), ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout: 15 * time.Second}
	go server.Serve(listener) //nolint:errcheck // it ends with stop, and says nothing else
	return func() { server.Close() }, nil
}
