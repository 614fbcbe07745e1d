package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// openEvery is how far apart a process opens its streams.
const openEvery = time.Millisecond

const dialTimeout = 30 * time.Second

var addedID = regexp.MustCompile(`"added":\[\{"id":"([^"]+)"`)

// arrivals counts what came to the streams of a process.
type arrivals struct {
	mu    sync.Mutex
	ready int
	ended int
	times map[string][]int64 // Unix milliseconds, by the picture's id
}

// serveClient opens streams and prints, each second, how many are ready; when its standard input
// ends, it prints what arrived when.
func serveClient(ctx context.Context, base, firstText, countText string) error {
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	first, err := strconv.Atoi(firstText)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(countText)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	got := &arrivals{times: make(map[string][]int64)}
	go func() {
		for i := range count {
			go got.hold(ctx, u.Host, first+i)
			time.Sleep(openEvery)
		}
	}()
	go func() {
		for ctx.Err() == nil {
			got.mu.Lock()
			fmt.Println("ready", got.ready, got.ended)
			got.mu.Unlock()
			time.Sleep(time.Second)
		}
	}()
	for commands := bufio.NewScanner(os.Stdin); commands.Scan(); { // until the parent is done
	}
	got.mu.Lock()
	defer got.mu.Unlock()
	for id, times := range got.times {
		fmt.Println("arrived", id, strings.Trim(fmt.Sprint(times), "[]"))
	}
	return nil
}

// hold opens a stream, again while it is refused, as by a gateway that has just started.
func (a *arrivals) hold(ctx context.Context, host string, i int) {
	for a.read(ctx, host, i) && ctx.Err() == nil {
		time.Sleep(time.Second)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended++
}

// read reads one stream until it ends, and reports whether it was refused. It reads bytes, not by
// net/http, whose clients would need more of the machine than the gateway. Each stream is of a
// household of its own, 200 of a subnet, by the header that the local gateway believes.
func (a *arrivals) read(ctx context.Context, host string, i int) (isRefused bool) {
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
				now := time.Now().UnixMilli()
				a.mu.Lock()
				a.times[found[1]] = append(a.times[found[1]], now)
				a.mu.Unlock()
			}
		}
	}
	return false
}
