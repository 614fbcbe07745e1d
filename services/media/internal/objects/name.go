package objects

import (
	"path"

	"github.com/google/uuid"
)

// ID parses the id from an object's name: {prefix}/{id}.{type} or {prefix}/{id}-{width}.webp.
func ID(name string) (uuid.UUID, bool) {
	const length = 36
	base := path.Base(name)
	if len(base) < length {
		return uuid.UUID{}, false
	}
	id, err := uuid.Parse(base[:length])
	return id, err == nil
}
