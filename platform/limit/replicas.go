package limit

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// CountInterval is how often the replicas are counted. It is as long as a cluster's DNS keeps what
// it knows.
const CountInterval = 5 * time.Second

// Replicas is how many processes share the limits while Redis is away: as many as there are
// addresses under a name, which for a headless service is one for each pod that gets requests.
// Redis cannot say it then, and a configured number is wrong as soon as a cluster scales.
type Replicas struct {
	name     string
	resolver *net.Resolver
	max      int
	found    atomic.Int64 // 0 before the first answer
}

// NewReplicas counts the addresses of a name. Until there was an answer there are the most that
// there may be, as always without a name.
func NewReplicas(name string, most int) *Replicas {
	return &Replicas{name: name, resolver: net.DefaultResolver, max: max(most, 1)}
}

// Count is what was last seen. A DNS that does not answer takes nothing back.
func (r *Replicas) Count() int {
	if n := r.found.Load(); n > 0 {
		return int(n)
	}
	return r.max
}

// Refresh counts anew. It is for lifecycle.Every.
func (r *Replicas) Refresh(ctx context.Context) error {
	if r.name == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, CountInterval)
	defer cancel()
	// A pod may have an address of each family.
	four, err := r.resolver.LookupNetIP(ctx, "ip4", r.name)
	six, err6 := r.resolver.LookupNetIP(ctx, "ip6", r.name)
	n := max(len(four), len(six))
	if n == 0 {
		return fmt.Errorf("count the replicas: %w, %w", err, err6)
	}
	r.found.Store(int64(n))
	return nil
}
