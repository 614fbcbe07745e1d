package objects

import (
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// concurrency is how many objects are processed at a time.
const concurrency = 8

// ForEach calls do for each name concurrently, and returns the names for which it succeeded, and
// the first error of the others.
func ForEach(names []string, do func(name string) error) (done []string, err error) {
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(concurrency)
	for _, name := range names {
		all.Go(func() error {
			err := do(name)
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				done = append(done, name)
			}
			return err
		})
	}
	err = all.Wait()
	slices.Sort(done)
	return done, err
}
