package stack

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/netfault"
)

// control lets a command that runs with the platform, such as deploy/chaos, break connections and
// exchange programs.
//
//	POST /connections/{name}/{act}  freeze, thaw, freeze-old, stop, start: see platform/netfault
//	GET  /programs                  those that the last release has, too, a line each
//	POST /programs/{name}/{release} stops it and starts it as this release or as the last; answers once that is ready
//	POST /migrate                   brings the databases up to this release
type control struct {
	stack   *Stack
	sup     *supervisor.Supervisor
	proxies map[string]*netfault.Proxy
	two     func() []string // programs of which there are two releases
}

// ServeNetwork starts the proxies between replicas and what they need, and takes orders about them,
// until the returned function is called. Without replicas there are none.
func (s *Stack) ServeNetwork(sup *supervisor.Supervisor, out *console.Console) (stop func(), err error) {
	if !s.replicated() {
		return func() {}, nil
	}
	ctx, end := context.WithCancel(context.Background())
	proxies, err := s.startProxies(ctx)
	if err != nil {
		end()
		return nil, err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.address(ports.Control))
	if err != nil {
		end()
		return nil, err
	}
	two := sync.OnceValue(func() []string { return s.exchangeable(ctx, sup, out) }) // once they are built
	server := &http.Server{Handler: control{s, sup, proxies, two}.handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }() // until it is closed
	return func() { _ = server.Close(); end() }, nil
}

func (c control) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /programs",
		func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, strings.Join(c.two(), "\n")) })
	mux.HandleFunc("POST /connections/{name}/{act}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, c.act(r.PathValue("name"), r.PathValue("act")))
	})
	mux.HandleFunc("POST /programs/{name}/{release}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, c.exchange(r.Context(), r.PathValue("name"), r.PathValue("release")))
	})
	mux.HandleFunc("POST /migrate",
		func(w http.ResponseWriter, r *http.Request) { answer(w, c.stack.Migrate(r.Context(), c.sup)) })
	return mux
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (c control) act(name, act string) error {
	p := c.proxies[name]
	if p == nil {
		return fmt.Errorf("no connections are called %q", name)
	}
	do := map[string]func(){"freeze": p.Freeze, "thaw": p.Thaw, "freeze-old": p.FreezeExisting, "stop": p.Stop,
		"start": p.Start}[act]
	if do == nil {
		return fmt.Errorf("connections know no %q", act)
	}
	do()
	return nil
}

// exchangeable are the programs that the last release has, too, and that run with what this one
// tells its own.
func (s *Stack) exchangeable(ctx context.Context, sup *supervisor.Supervisor, out *console.Console) (names []string) {
	if s.settings.Last == "" {
		return nil
	}
	last := s.last()
	for _, svc := range append(last.services(), last.gateway()) {
		if !strings.HasPrefix(last.program(svc), last.root) {
			continue
		}
		if err := sup.Run(ctx, last.checkConfig(svc)); err != nil {
			out.Progress("not run: %s of the last release: %s", svc.name, lastLine(err))
			continue
		}
		for _, replica := range last.replicas(svc) {
			names = append(names, replica.name)
		}
	}
	return names
}

func lastLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

func (c control) exchange(ctx context.Context, name, release string) error {
	from := map[string]*Stack{"this": c.stack, "last": c.stack.last()}[release]
	if from == nil || !slices.Contains(c.two(), name) {
		return fmt.Errorf("no program is %q of the release %q", name, release)
	}
	spec, err := from.spec(name)
	if err != nil {
		return err
	}
	return c.sup.Replace(ctx, spec)
}

// spec says how a replica is run, by its name.
func (s *Stack) spec(name string) (process.Spec, error) {
	for _, svc := range append(s.services(), s.gateway()) {
		for _, replica := range s.replicas(svc) {
			if replica.name == name {
				return s.serve(replica), nil
			}
		}
	}
	return process.Spec{}, fmt.Errorf("no program is called %s", name)
}

// last is the platform as its last release has it: the same data and ports, other programs.
func (s *Stack) last() *Stack {
	last := *s
	last.root = s.settings.Last
	return &last
}

// withNew puts this release's services in the place of those that the last release does not have.
func (s *Stack) withNew(all []service) []service {
	if s.root == s.home {
		return all
	}
	this := *s
	this.root = s.home
	for i, svc := range this.table() {
		if !strings.HasPrefix(s.program(svc), s.root) {
			all[i] = svc
		}
	}
	return all
}

// checkConfig says how a service is asked whether it could run.
func (s *Stack) checkConfig(svc service) process.Spec {
	return process.Spec{
		Name: svc.name + "-last", Command: []string{s.program(svc), "check-config"}, Dir: s.root,
		Env: s.environment(svc),
	}
}
