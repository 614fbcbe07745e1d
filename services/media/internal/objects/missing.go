package objects

import "golang.org/x/sync/errgroup"

// emptyBucket is how many objects of the first page, the oldest, a bucket without any of them must have had.
// Of later pages all may be missing.
const emptyBucket = 20

// FindMissing returns those of a page without an object, or wrong when the bucket must be another one than
// they were stored in. It calls exists concurrently.
func FindMissing[T any](
	page []T, isFirst bool, wrong error, exists func(of T) (bool, error),
) (missing []T, err error) {
	there := make([]bool, len(page))
	var all errgroup.Group
	all.SetLimit(concurrency)
	for i, of := range page {
		all.Go(func() (err error) { there[i], err = exists(of); return err })
	}
	if err := all.Wait(); err != nil {
		return nil, err
	}
	for i, of := range page {
		if !there[i] {
			missing = append(missing, of)
		}
	}
	if isFirst && len(missing) == len(page) && len(page) >= emptyBucket {
		return nil, wrong
	}
	return missing, nil
}
