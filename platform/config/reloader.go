package config

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// reloadInterval is how long a value is used without a look at its files.
const reloadInterval = time.Second

// Reloader is a value that is loaded again while the program runs, so that a changed secret takes
// effect without a restart. Files of a cluster's secrets are replaced in place, some time after the
// secret was changed.
type Reloader[T any] struct {
	name  string
	load  func() (T, error)
	value atomic.Pointer[T]

	mu        sync.Mutex // of who loads
	loadedAt  atomic.Int64
	lastError string // why the last load failed
}

// NewReloader loads the value of that name; a first load that fails is an error.
func NewReloader[T any](name string, load func() (T, error)) (*Reloader[T], error) {
	r := &Reloader[T]{name: name, load: load}
	v, err := load()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.value.Store(&v)
	r.loadedAt.Store(time.Now().UnixNano())
	return r, nil
}

// Get returns the value, at most a second old. While it cannot be loaded, the former one stays, and
// the log says why. The caller who finds it old loads it; others go on with what there is.
func (r *Reloader[T]) Get() T {
	if time.Since(time.Unix(0, r.loadedAt.Load())).Abs() >= reloadInterval && r.mu.TryLock() {
		defer r.mu.Unlock()
		r.reload()
	}
	return *r.value.Load()
}

// Load returns the value as it is now, for those who ask seldom.
func (r *Reloader[T]) Load() T {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reload()
	return *r.value.Load()
}

func (r *Reloader[T]) reload() {
	defer func() { r.loadedAt.Store(time.Now().UnixNano()) }()
	v, err := r.load()
	if err == nil {
		r.value.Store(&v)
		r.lastError = ""
		return
	}
	if why := err.Error(); why != r.lastError {
		r.lastError = why
		slog.Warn("reloading configuration failed, keeping the former value", "name", r.name, "error", err)
	}
}

// SecretLoader returns a load function for a variable of which value was read: what its file holds
// now, or the value itself when it came from no file.
func SecretLoader[T any](value Secret, file string, parse func(Secret) (T, error)) func() (T, error) {
	return func() (T, error) {
		text := string(value)
		if file != "" {
			var err error
			if text, err = readValue(file); err != nil {
				var none T
				return none, err
			}
		}
		return parse(Secret(text))
	}
}
