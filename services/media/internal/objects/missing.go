package objects

// emptyBucket is how many objects of the first page, the oldest, a bucket without any of them must have had.
// Of later pages all may be missing.
const emptyBucket = 20

// FindMissing returns those of a page without an object, or wrong when the bucket must be another one than
// they were stored in.
func FindMissing[T any](
	page []T, isFirst bool, wrong error, exists func(of T) (bool, error),
) (missing []T, err error) {
	for _, of := range page {
		there, err := exists(of)
		if err != nil {
			return nil, err
		}
		if !there {
			missing = append(missing, of)
		}
	}
	if isFirst && len(missing) == len(page) && len(page) >= emptyBucket {
		return nil, wrong
	}
	return missing, nil
}
