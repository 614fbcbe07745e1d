// Command mcwickctl is the operators' way into a running platform: each service has a port for
// them, and this program knows the addresses. Its user has a token, and what they do is recorded
// under their name.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"mcwick.example/platform/fault"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newRoot().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mcwickctl:", describeError(err))
		os.Exit(1)
	}
}

// describeError is what an operator reads of an error: what a service said with its code, or why there is
// no connection to it, in the words of what was being done.
func describeError(err error) string {
	var said *fault.Error
	if !errors.As(err, &said) {
		return err.Error()
	}
	return strings.Replace(err.Error(), said.Error(), describeFault(said), 1)
}

func describeFault(said *fault.Error) string {
	made := status.Convert(said.Unwrap())
	isOfService := len(made.Details()) > 0 // gRPC's own have none
	switch {
	case !isOfService && (made.Code() == codes.Unavailable || made.Code() == codes.DeadlineExceeded):
		return fmt.Sprintf("%s (Is the platform running, and are the address and --ca right? "+
			"mcwickctl help says where it looks.) %s", said.Message, made.Message())
	case errors.Is(said, fault.ErrUnavailable):
		return fmt.Sprintf("%s (%s, from the service)", said.Message, said.Reason)
	}
	return fmt.Sprintf("%s (%s)", said.Message, said.Reason)
}
