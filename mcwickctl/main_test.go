package main

import (
	"errors"
	"fmt"
	"testing"

	"mcwick.example/platform/fault"
)

func TestErrorsAreDescribedWithWhatWasBeingDone(t *testing.T) {
	refused := fault.New(fault.KindConflict, "CASE_CHANGED", "Read it again.").WithCause(errors.New("secret"))
	for want, err := range map[string]error{
		"no such file":                            errors.New("no such file"),
		"Read it again. (CASE_CHANGED)":           refused,
		"leave it: Read it again. (CASE_CHANGED)": fmt.Errorf("leave it: %w", refused),
	} {
		if got := describeError(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
