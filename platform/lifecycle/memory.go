package lifecycle

import (
	"os"
	"runtime/debug"
)

// heapGrowth is by how many percent the heap may grow before it is collected.
const heapGrowth = 400

// CollectLess is for programs that keep little in memory and answer many requests: by Go's default
// they would collect their few megabytes many times a second, for a tenth of their time and more.
// GOGC, where it is set, stays in effect, and so does GOMEMLIMIT.
func CollectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}
