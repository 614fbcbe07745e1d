package stack

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/deploy/local/ports"
	"mcwick.example/platform/testkit"
)

// replicasOf lists all replicas of our programs.
func replicasOf(s *Stack) (all []service) {
	for _, svc := range append(s.services(), s.gateway()) {
		all = append(all, s.replicas(svc)...)
	}
	return append(all, s.demoAI())
}

func TestReplicasUseOwnPortsAndProxies(t *testing.T) {
	s := newStack(t, Settings{Replicas: 2})
	backend, through := map[string]string{}, map[string]bool{}
	for _, r := range s.routes() {
		through[s.address(r.port)] = true
		for _, server := range r.servers {
			backend[server] = r.name
		}
	}
	listens := map[string]string{}
	for _, svc := range replicasOf(s) {
		if svc.name == "demoai" {
			continue
		}
		for _, variable := range svc.env {
			name, value, _ := strings.Cut(variable, "=")
			switch {
			case strings.HasPrefix(value, "127.0.0.1:") &&
				(slices.Contains([]string{"GRPC_ADDR", "OPS_ADDR", "PPROF_ADDR", "OPERATOR_ADDR", "HTTP_ADDR"}, name)):
				if other, taken := listens[value]; taken {
					t.Errorf("%s and %s listen at %s", other, svc.name, value)
				}
				listens[value] = svc.name
				if name != "OPS_ADDR" && name != "PPROF_ADDR" && backend[value] == "" {
					t.Errorf("no proxy leads to %s of %s", variable, svc.name)
				}
			case strings.HasSuffix(name, "_ADDR") || name == "KAFKA_BROKERS":
				if !through[value] {
					t.Errorf("%s of %s goes past the proxies", variable, svc.name)
				}
			case name == "DATABASE_URL" || name == "REDIS_URL":
				if strings.Contains(value, s.address(ports.Postgres)) ||
					strings.Contains(value, s.address(ports.Redis)) {
					t.Errorf("%s of %s goes past the proxies", name, svc.name)
				}
			}
		}
	}
	if listens[s.address(ports.Programs["gallery"].Calls+ports.ReplicaStep)] != "gallery-1" ||
		listens[s.address(ports.Programs["gallery"].Calls+2*ports.ReplicaStep)] != "gallery-2" {
		t.Errorf("listening: %v", listens)
	}
}

// A service may have got its first database since the last release.
func TestLastReleaseMigratesWhatItHas(t *testing.T) {
	tree := t.TempDir()
	for _, folder := range []string{"bin", "services/gallery/internal/postgres/migrations",
		"services/media/internal/publishing/postgres/migrations", "services/wall/internal/postgres"} {
		if err := os.MkdirAll(filepath.Join(tree, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"gallery", "media", "wall"} {
		if err := os.WriteFile(filepath.Join(tree, "bin", name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s := newStack(t, Settings{Last: tree})
	for _, svc := range s.services() {
		if !s.hasMigrations(svc) {
			t.Errorf("%s of this release is not migrated", svc.name)
		}
		if got, want := s.last().hasMigrations(svc), svc.name != "wall"; got != want {
			t.Errorf("%s of the last release is migrated: %t", svc.name, got)
		}
	}
}

// Without its one provider the generation of a release before the providers file does not start, and with it
// that of this release does not.
func TestReleaseWithoutProvidersFileHasOneProvider(t *testing.T) {
	testkit.SetEnvironment(t, nil)
	tree := t.TempDir()
	s := newStack(t, Settings{Replicas: 2, Last: tree})
	has := func(s *Stack) bool {
		return slices.Contains(s.provider(), "AI_IMAGE_MODEL=demo-image-legacy") &&
			slices.Contains(s.provider(), "AI_PRICES_FILE="+filepath.Join(s.home, "deploy/chaos/prices.json"))
	}
	if has(s) || has(s.last()) {
		t.Error("a release with a providers file has one provider")
	}
	prices := filepath.Join(tree, "deploy/local/prices.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(prices), 0o755), os.WriteFile(prices, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if has(s) || !has(s.last()) {
		t.Error("the release before the providers file lacks its provider")
	}
}

func TestLastReleaseUsesItsPrograms(t *testing.T) {
	tree := t.TempDir()
	if err := os.MkdirAll(filepath.Join(tree, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{"gallery": "exit 0", "media": "echo it lacks something; exit 1"} {
		if err := os.WriteFile(filepath.Join(tree, "bin", name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s := newStack(t, Settings{Replicas: 2, Last: tree})
	spec, err := s.last().spec("gallery-2")
	if err != nil || spec.Command[0] != filepath.Join(tree, "bin/gallery") {
		t.Errorf("gallery is %v, %v", spec.Command, err)
	}
	for _, svc := range s.last().services() {
		if svc.name == "moderation" && strings.Contains(strings.Join(svc.env, " "), tree) {
			t.Errorf("a service that the last release does not have is configured with %v", svc.env)
		}
	}
	if spec, err = s.last().spec("wall-1"); err != nil || spec.Command[0] != filepath.Join(s.root, "bin/wall") {
		t.Errorf("a service that the last release does not have is %v, %v", spec.Command, err)
	}
	var printed strings.Builder
	out := console.New(&printed, false)
	sup, err := supervisor.New(out, s.Folder("logs"), true)
	if err != nil {
		t.Fatal(err)
	}
	two := s.exchangeable(t.Context(), sup, out)
	if !slices.Equal(two, []string{"gallery-1", "gallery-2"}) ||
		!strings.Contains(printed.String(), "not run: media of the last release: it lacks something") {
		t.Errorf("%v can be exchanged: %s", two, printed.String())
	}
	if err := (control{stack: s, two: func() []string { return two }}).exchange(t.Context(), "wall-1",
		"last"); err == nil {
		t.Error("a program was exchanged that there is one of")
	}
}
