package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"mcwick.example/deploy/internal/wait"
)

// openEvery is how far apart streams are opened.
const openEvery = time.Millisecond

const dialTimeout = 30 * time.Second

var addedID = regexp.MustCompile(`"added":\[\{"id":"([^"]+)"`)

// arrival is one picture at one stream.
type arrival struct {
	at    int64 // Unix milliseconds
	point int   // how many streams were opened with this one
}

// arrivals counts what came to the streams.
type arrivals struct {
	mu    sync.Mutex
	ready int
	times map[string][]arrival // by the picture's id
}

// hold opens a stream, again while it is refused, as by a gateway that has just started.
func (a *arrivals) hold(ctx context.Context, host string, i, point int) {
	for a.read(ctx, host, i, point) && wait.Sleep(ctx, time.Second) {
	}
}

// read reads one stream until it ends, and reports whether it was refused. It reads bytes, not by
// net/http, whose clients would need more of the machine than the gateway. Each stream is of a
// household of its own, 200 of a subnet, by the header that the local gateway believes.
func (a *arrivals) read(ctx context.Context, host string, i, point int) (isRefused bool) {
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", host)
	if err != nil {
		fmt.Fprintln(os.Stderr, "open:", err)
		return false
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	fmt.Fprintf(conn, "GET /api/v1/gallery/events HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 198.18.%d.%d\r\n\r\n", host,
		i/200, i%200+1)
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line := lines.Text()
		switch {
		case line == "event: ready":
			a.mu.Lock()
			a.ready++
			a.mu.Unlock()
		case strings.HasPrefix(line, "HTTP/1.1 ") && !strings.HasPrefix(line, "HTTP/1.1 200"):
			return true
		case strings.HasPrefix(line, "data: "):
			if found := addedID.FindStringSubmatch(line); found != nil {
				now := arrival{time.Now().UnixMilli(), point}
				a.mu.Lock()
				a.times[found[1]] = append(a.times[found[1]], now)
				a.mu.Unlock()
			}
		}
	}
	return false
}
