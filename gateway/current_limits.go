package main

import (
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"go.opentelemetry.io/otel"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/config"
)

// currentLimits are the limits in effect. Their file is read again while the gateway runs; one that
// cannot be used changes nothing.
type currentLimits struct {
	reloader *config.Reloader[limits.Config]
	read     func() (limits.Config, error)
	log      *slog.Logger

	mu       sync.Mutex
	inEffect limits.Config
	since    time.Time // when this gateway read what is in effect for the first time
	refusal  error     // why the file as it is now is not in effect
}

// newCurrentLimits reads the file at a path; those of production without one.
func newCurrentLimits(path string, log *slog.Logger) (*currentLimits, error) {
	return openCurrentLimits(func() (limits.Config, error) { return limits.Read(path) }, log)
}

func openCurrentLimits(read func() (limits.Config, error), log *slog.Logger) (l *currentLimits, err error) {
	l = &currentLimits{read: read, log: log}
	l.reloader, err = config.NewReloader("LIMITS_FILE", l.load)
	return l, err
}

// get returns the figures in effect, which no one may change.
func (l *currentLimits) get() limits.Config { return l.reloader.Get() }

// load reads the figures and remembers what became of it.
func (l *currentLimits) load() (limits.Config, error) {
	c, err := l.read()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusal = err
	if err != nil || maps.Equal(c, l.inEffect) {
		return c, err
	}
	if l.inEffect != nil {
		changes := fmt.Sprint(limits.Diff(l.inEffect, c))
		l.log.Info("limits changed", "changes", changes) //nolint:sloglint // no request's context
	}
	l.inEffect, l.since = c, time.Now()
	return c, nil
}

// status reads the file and says since when which figures are in effect, and why the file is not
// when it was refused.
func (l *currentLimits) status() (inEffect limits.Config, since time.Time, refusal error) {
	l.reloader.Load()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.inEffect, l.since, l.refusal
}

// measureRefusedLimits reports whether the file is refused. It reads it, because a gateway without
// requests does not.
func measureRefusedLimits(l *currentLimits) {
	observeFlag(otel.Meter("mcwick/gateway"), "mcwick.limits.file_refused",
		"1 while the file of limits cannot be used and the former figures stay in effect, else 0.", func() bool {
			_, _, refusal := l.status()
			return refusal != nil
		})
}
