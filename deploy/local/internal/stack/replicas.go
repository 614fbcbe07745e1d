package stack

import (
	"context"
	"fmt"
	"strings"

	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/netfault"
)

// With replicas the ports of the table belong to proxies, which spread connections.

func (s *Stack) replicated() bool { return s.settings.Replicas > 1 }

// replicas gives what runs of a service.
func (s *Stack) replicas(svc service) (all []service) {
	if !s.replicated() || svc.single {
		return []service{svc}
	}
	for n := 1; n <= s.settings.Replicas; n++ {
		all = append(all, s.replica(svc, n))
	}
	return all
}

func (s *Stack) replica(svc service, n int) service {
	moved := svc
	moved.name = fmt.Sprintf("%s-%d", svc.name, n)
	moved.env, moved.ports = nil, nil
	var addresses []string
	for _, p := range svc.ports {
		own := ports.Port{Name: fmt.Sprintf("%s of %s", p.Name, moved.name), Number: p.Number + n*ports.ReplicaStep}
		moved.ports = append(moved.ports, own)
		addresses = append(addresses, p.Address(), own.Address())
	}
	move := strings.NewReplacer(addresses...)
	for _, variable := range svc.env {
		moved.env = append(moved.env, move.Replace(variable))
	}
	moved.ready, moved.operators = move.Replace(svc.ready), move.Replace(svc.operators)
	return moved
}

// route is a proxy: its name, where clients connect, and what is behind it.
type route struct {
	name    string
	port    int
	servers []string
}

// routes are all proxies. Health, metrics and profiles are asked of each replica itself.
func (s *Stack) routes() (all []route) {
	if !s.replicated() {
		return nil
	}
	for _, svc := range append(s.services(), s.gateway()) {
		if svc.database {
			all = append(all, route{svc.name + "-database", s.port(ports.Programs[svc.name].Database),
				[]string{ports.Address(s.postgres().Port)}})
		}
		for i, p := range svc.ports {
			if strings.HasSuffix(p.Name, " operations") || strings.HasSuffix(p.Name, " profiles") {
				continue
			}
			r := route{name: strings.ReplaceAll(p.Name, " ", "-"), port: p.Number}
			for _, replica := range s.replicas(svc) {
				r.servers = append(r.servers, replica.ports[i].Address())
			}
			all = append(all, r)
		}
	}
	all = append(all, route{"redis", s.port(ports.RedisProxy), []string{ports.Address(s.redis().Port)}})
	if s.ownBroker() {
		all = append(all, route{"broker", s.broker().Advertised, []string{ports.Address(s.broker().Port)}})
	}
	return all
}

// replicaPorts are those that only replicas need. What belongs to a proxy then is in the table
// already, but for the databases and Redis.
func (s *Stack) replicaPorts() (all []ports.Port) {
	if !s.replicated() {
		return nil
	}
	for _, svc := range append(s.services(), s.gateway()) {
		for _, replica := range s.replicas(svc) {
			all = append(all, replica.ports...)
		}
	}
	for _, r := range s.routes() {
		if strings.HasSuffix(r.name, "-database") || r.name == "redis" || r.name == "broker" {
			all = append(all, ports.Port{Name: "way to " + r.name, Number: r.port})
		}
	}
	return append(all, ports.Port{Name: "control", Number: s.port(ports.Control)})
}

// database is PostgreSQL as a service reaches it.
func (s *Stack) database(service string) backing.Postgres {
	server := s.postgres()
	if s.replicated() {
		server.Port = s.port(ports.Programs[service].Database)
	}
	return server
}

// cache is Redis as the gateway reaches it.
func (s *Stack) cache() backing.Redis {
	server := s.redis()
	if s.replicated() {
		server.Port = s.port(ports.RedisProxy)
	}
	return server
}

// startProxies runs all proxies until ctx ends.
func (s *Stack) startProxies(ctx context.Context) (map[string]*netfault.Proxy, error) {
	proxies := map[string]*netfault.Proxy{}
	for _, r := range s.routes() {
		p, err := netfault.Listen(ctx, ports.Address(r.port), r.servers...)
		if err != nil {
			return nil, fmt.Errorf("start the proxy %s: %w", r.name, err)
		}
		proxies[r.name] = p
	}
	return proxies, nil
}
