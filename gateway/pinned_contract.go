package main

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/metric"
)

// reloadSite reads the settings again, and logs once when their contract address stops or starts
// being the pinned one. The first call logs a difference that was there at start.
func reloadSite(s *settings, log *slog.Logger) func(context.Context) error {
	logged := false
	return func(ctx context.Context) error {
		err := s.load()
		if mismatch := s.document.Load().contractMismatch; mismatch != logged {
			logged = mismatch
			if mismatch {
				log.ErrorContext(ctx, "contract address is not the pinned one: pages show none", "pinned", s.pinned)
			} else {
				log.InfoContext(ctx, "contract address is the pinned one again")
			}
		}
		return err
	}
}

// measureContractMismatch reports whether the contract address is not the pinned one.
func measureContractMismatch(meter metric.Meter, s *settings) {
	observeFlag(meter, "mcwick.contract.mismatch",
		"1 while the settings have another contract address than the pinned one, else 0.",
		func() bool { return s.document.Load().contractMismatch })
}
