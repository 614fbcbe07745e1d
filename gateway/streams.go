package main

import (
	"net/http"
	"sync"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
)

// How many streams and long polls one device, one address, one subnet, one lane and all together may hold open at this
// replica. A stream costs a connection and a poll for minutes, which no rate sees.
const (
	streamsPerDevice  = 4
	streamsPerAddress = 80
	streamsPerSubnet  = 400
	streamsInAll      = 4000
)

var errStreams = fault.New(fault.KindLimited, "TOO_MANY_STREAMS",
	"That is a lot of tabs, broh. Close one, or ask without a stream.")

// streams counts what is open by who holds it.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

// acquire counts one more under each key, or under none when one of them is full. Each acquire
// needs a release.
func (s *streams) acquire(bounds map[string]int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, most := range bounds {
		if s.open[key] >= most {
			return false
		}
	}
	for key := range bounds {
		s.open[key]++
	}
	return true
}

func (s *streams) release(bounds map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range bounds {
		if s.open[key]--; s.open[key] == 0 {
			delete(s.open, key)
		}
	}
}

// all is how many are open.
func (s *streams) all() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[allStreams]
}

// limitStreams counts streams. The answer to HEAD is none.
func (g *gateway) limitStreams(h http.HandlerFunc) http.Handler {
	return g.limitOpen(h, func(r *http.Request) bool { return r.Method != http.MethodHead })
}

// limitLongPolls counts reads that wait for a change, and marks their calls as long polls: each holds
// as much as a stream, HEAD too.
func (g *gateway) limitLongPolls(h http.Handler) http.Handler {
	waits := func(r *http.Request) bool { return r.URL.Query().Has("wait") }
	return g.limitOpen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if waits(r) {
			r = r.WithContext(rpc.WithLongPoll(r.Context()))
		}
		h.ServeHTTP(w, r)
	}), waits)
}

// openBounds are the counts of a client and of all, with their bounds. A lane has a tenth of all: a whole
// /48 costs nothing, and fifteen of them would otherwise have everything.
func openBounds(address string, perAddress, perSubnet, inAll int) map[string]int {
	bounds := map[string]int{addressPrefix(address): perAddress, laneNetwork(address): max(1, inAll/10),
		allStreams: inAll}
	network := subnet(address) // the lane of IPv4
	if ofLane, isLane := bounds[network]; isLane {
		perSubnet = min(perSubnet, ofLane)
	}
	bounds[network] = perSubnet
	return bounds
}

// limitOpen lets a request that counts through while its device, its address, its subnet and its lane
// have few others.
func (g *gateway) limitOpen(h http.Handler, counts func(*http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !counts(r) {
			h.ServeHTTP(w, r)
			return
		}
		client := clientOf(r)
		bounds := openBounds(client.address, streamsPerAddress, streamsPerSubnet, streamsInAll)
		if client.visitor != "" {
			bounds[client.visitor] = streamsPerDevice
		}
		if !g.streams.acquire(bounds) {
			writeProblem(r.Context(), w, errStreams.WithRetryAfter(streamPoll))
			return
		}
		defer g.streams.release(bounds)
		h.ServeHTTP(w, r)
	})
}
