package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"time"

	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
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

func measure(ctx context.Context, o options) error {
	gateways, _ := processes.Platform{Supervisor: os.Getppid()}.Find("bin/gateway serve")
	if len(gateways) != 1 {
		return fmt.Errorf("%d gateways below the process that started this one; run it by local run", len(gateways))
	}
	gateway := gateways[0]
	none, err := processes.Read(gateway)
	if err != nil {
		return err
	}
	costs := []cost{{resident: none.Memory}}
	base := os.Getenv("MCWICK_URL")
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	p, err := newPublisher(ctx, base)
	if err != nil {
		return err
	}
	published := make(map[string]publication)
	got := &arrivals{times: make(map[string][]arrival)}
	opened := 0
	for _, n := range o.open {
		for ; opened < n; opened++ {
			go got.hold(ctx, u.Host, opened, n)
			time.Sleep(openEvery)
		}
		if err := got.awaitReady(ctx, n); err != nil {
			return err
		}
		time.Sleep(settleTime)
		before, err := processes.Read(gateway)
		if err != nil {
			return err
		}
		time.Sleep(o.idle)
		after, err := processes.Read(gateway)
		if err != nil {
			return err
		}
		costs = append(costs, cost{n, after.Memory, 100 * (after.CPU - before.CPU).Seconds() / o.idle.Seconds()})
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
	got.mu.Lock()
	defer got.mu.Unlock()
	report(costs, published, got.times)
	return nil
}

// report prints two tables.
func report(costs []cost, published map[string]publication, arrivals map[string][]arrival) {
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
		pictures := 0
		for id, p := range published {
			if p.open != c.open {
				continue
			}
			pictures++
			for _, a := range arrivals[id] {
				if a.point <= c.open { // not one that received it because it opened later
					delays = append(delays, a.at-p.answered.UnixMilli())
				}
			}
		}
		if len(delays) == 0 {
			continue
		}
		slices.Sort(delays)
		fmt.Printf("| %d | %d | %d | %d | %d ms | %d ms | %d ms |\n", c.open, pictures, len(delays),
			pictures*c.open-len(delays), delays[len(delays)/2], delays[len(delays)*99/100], delays[len(delays)-1])
	}
}

func (a *arrivals) awaitReady(ctx context.Context, want int) error {
	return wait.Eventually(ctx, openTimeout, time.Second, fmt.Sprintf("%d streams are open", want),
		func(context.Context) (string, error) {
			a.mu.Lock()
			defer a.mu.Unlock()
			if a.ready < want {
				return strconv.Itoa(a.ready), nil
			}
			fmt.Fprintln(os.Stderr, a.ready, "streams are open")
			return "", nil
		})
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
func (p *publisher) publish(ctx context.Context) (one publication, err error) {
	if p.artwork == "" || p.times == maxPublications {
		if p.artwork, err = p.Draw(ctx, "counting streams"); err != nil {
			return one, err
		}
		p.times = 0
	}
	p.times++
	var answer struct{ ID string }
	body := map[string]any{"caption": "Stream " + strconv.Itoa(p.times), "overlays": []any{}}
	err = p.Call(ctx, http.MethodPost, "/api/v1/artworks/"+p.artwork+"/publications", body, &answer)
	return publication{id: answer.ID, answered: time.Now()}, err
}
