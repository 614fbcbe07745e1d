package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/visitor"
)

// The bounds of one step.
const (
	openTimeout  = time.Minute
	settleTime   = 10 * time.Second // after streams are opened, before their memory is read
	publishPause = 3 * time.Second  // so that each publication is an update of its own
	lastArrivals = 5 * time.Second
)

// cost is what a gateway needs.
type cost struct {
	open     int
	resident int64   // bytes
	idle     float64 // % of a core
}

// client is a process that holds streams.
type client struct {
	command *exec.Cmd
	stop    io.Closer
	done    chan struct{}
	point   int // how many streams there were with its own

	mu       sync.Mutex
	ready    int
	arrivals map[string][]int64
}

func measure(ctx context.Context, o options) error {
	gateways, _ := processes.Platform{Supervisor: os.Getppid()}.Find("bin/gateway serve")
	if len(gateways) != 1 {
		return fmt.Errorf("%d gateways below the process that started this one; run it by local run", len(gateways))
	}
	gateway := gateways[0]
	var costs []cost
	var clients []*client
	none, err := memory(gateway)
	if err != nil {
		return err
	}
	costs = append(costs, cost{resident: none})
	published := make(map[string]publication)
	p, err := newPublisher(ctx, os.Getenv("MCWICK_URL"))
	if err != nil {
		return err
	}
	opened := 0
	for _, n := range o.open {
		share := (n - opened) / o.clients
		for i := range o.clients {
			count := share
			if i == 0 {
				count += (n - opened) % o.clients
			}
			c, err := startClient(ctx, opened, count)
			if err != nil {
				return err
			}
			c.point = n
			clients = append(clients, c)
			opened += count
		}
		if err := awaitReady(ctx, clients, n); err != nil {
			return err
		}
		time.Sleep(settleTime)
		found := cost{open: n}
		before, err := processes.Read(gateway)
		if err != nil {
			return err
		}
		time.Sleep(o.idle)
		after, err := processes.Read(gateway)
		if err != nil {
			return err
		}
		found.idle = 100 * (after.CPU - before.CPU).Seconds() / o.idle.Seconds()
		if found.resident, err = memory(gateway); err != nil {
			return err
		}
		costs = append(costs, found)
		for range o.publications {
			one, err := p.publish(ctx)
			if err != nil {
				return err
			}
			one.open = n
			published[one.id] = one
			time.Sleep(publishPause)
		}
	}
	time.Sleep(lastArrivals)
	arrivals := make(map[string][]int64)
	for _, c := range clients {
		c.stop.Close()
		select {
		case <-c.done:
		case <-time.After(openTimeout):
			return errors.New("a client does not end")
		}
		for id, times := range c.arrivals {
			if c.point <= published[id].open { // not of those that received it because they opened later
				arrivals[id] = append(arrivals[id], times...)
			}
		}
	}
	report(costs, published, arrivals)
	return nil
}

// report prints two tables.
func report(costs []cost, published map[string]publication, arrivals map[string][]int64) {
	fmt.Println("\n| open streams | resident memory | of each stream | idle |\n|---|---|---|---|")
	for i, c := range costs {
		each := ""
		if i > 0 {
			last := costs[i-1]
			each = fmt.Sprintf("%.1f KB", float64(c.resident-last.resident)/float64(c.open-last.open)/1024)
		}
		fmt.Printf("| %d | %.0f MB | %s | %.1f %% |\n", c.open, float64(c.resident)/(1<<20), each, c.idle)
	}
	fmt.Println("\n| open streams | publications | messages | missed | median | p99 | last |\n|---|---|---|---|---|---|---|")
	for _, c := range costs[1:] {
		var delays []int64
		pictures, missed := 0, 0
		for id, p := range published {
			if p.open != c.open {
				continue
			}
			pictures++
			missed += c.open - len(arrivals[id])
			for _, at := range arrivals[id] {
				delays = append(delays, at-p.answered.UnixMilli())
			}
		}
		if len(delays) == 0 {
			continue
		}
		slices.Sort(delays)
		fmt.Printf("| %d | %d | %d | %d | %d ms | %d ms | %d ms |\n", c.open, pictures, len(delays), missed,
			delays[len(delays)/2], delays[len(delays)*99/100], delays[len(delays)-1])
	}
}

func startClient(ctx context.Context, first, count int) (*client, error) {
	c := &client{command: exec.CommandContext(ctx, os.Args[0], "client", strconv.Itoa(first), strconv.Itoa(count)),
		done: make(chan struct{}), arrivals: make(map[string][]int64)}
	c.command.Stderr = os.Stderr
	stdin, err := c.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.stop = stdin
	stdout, err := c.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(c.done)
		lines := bufio.NewScanner(stdout)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			c.hear(strings.Fields(lines.Text()))
		}
		_ = c.command.Wait()
	}()
	return c, nil
}

// hear reads a line that a client printed.
func (c *client) hear(fields []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(fields) == 3 && fields[0] == "ready":
		c.ready, _ = strconv.Atoi(fields[1])
	case len(fields) > 2 && fields[0] == "arrived":
		for _, text := range fields[2:] {
			at, _ := strconv.ParseInt(text, 10, 64)
			c.arrivals[fields[1]] = append(c.arrivals[fields[1]], at)
		}
	}
}

func awaitReady(ctx context.Context, clients []*client, want int) error {
	for end := time.Now().Add(openTimeout); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(time.Second) {
		ready := 0
		for _, c := range clients {
			c.mu.Lock()
			ready += c.ready
			c.mu.Unlock()
		}
		if ready >= want {
			fmt.Fprintln(os.Stderr, ready, "streams are open")
			return nil
		}
	}
	return fmt.Errorf("%d streams did not open", want)
}

var residentLine = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

func memory(pid int) (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	found := residentLine.FindSubmatch(status)
	if found == nil {
		return 0, errors.New("no VmRSS in /proc")
	}
	kilobytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	return kilobytes << 10, err
}

// publication is a picture that was published.
type publication struct {
	id       string
	answered time.Time
	open     int // streams then
}

// publisher is a visitor who publishes.
type publisher struct {
	*visitor.Visitor
	artwork string
	times   int // that it was published
}

func newPublisher(ctx context.Context, base string) (*publisher, error) {
	p := &publisher{Visitor: visitor.New(base, "")}
	return p, p.Call(ctx, http.MethodGet, "/api/v1/sessions/current", nil, nil)
}

// maxPublications is how often one artwork may be published.
const maxPublications = 3

// publish publishes a picture, of a new artwork when the last one was published often enough.
func (p *publisher) publish(ctx context.Context) (publication, error) {
	if p.artwork == "" || p.times == maxPublications {
		if err := p.make(ctx); err != nil {
			return publication{}, err
		}
	}
	p.times++
	var answer struct{ ID string }
	body := map[string]any{"caption": "Stream " + strconv.Itoa(p.times), "overlays": []any{}}
	err := p.Call(ctx, http.MethodPost, "/api/v1/artworks/"+p.artwork+"/publications", body, &answer)
	return publication{id: answer.ID, answered: time.Now()}, err
}

// make has a new artwork drawn.
func (p *publisher) make(ctx context.Context) error {
	var job struct {
		ID      string
		Artwork struct{ ID string }
	}
	meme := map[string]any{"meme": map[string]string{"action": "counting streams", "scene": "in a hall of wax",
		"style": "Anime"}}
	if err := p.Call(ctx, http.MethodPost, "/api/v1/jobs", meme, &job); err != nil {
		return err
	}
	err := p.AwaitJob(ctx, "/api/v1/jobs/"+job.ID, &job)
	p.artwork, p.times = job.Artwork.ID, 0
	return err
}
