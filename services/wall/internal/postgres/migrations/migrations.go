// Package migrations has the versions of the wall service's schema, in order. Each works with the code
// before it and after it; there is no way back but the next one.
package migrations

import "embed"

// Files are the versions.
//
//go:embed *.sql
var Files embed.FS
