package stack

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
)

// SourceFolders are those whose files end up in a running program.
func (s *Stack) SourceFolders() []string {
	var folders []string
	for _, name := range []string{"services", "gateway", "console", "platform", "mascot", "deploy/demoai"} {
		if path := filepath.Join(s.root, name); exists(path) {
			folders = append(folders, path)
		}
	}
	return folders
}

// Rebuilder compiles after a save and restarts exactly the programs that came out different.
type Rebuilder struct {
	stack *Stack
	sup   *supervisor.Supervisor
	out   *console.Console
	seed  maphash.Seed
	built map[string]uint64 // service to hash of its program
	stale []string          // packages that were saved and did not compile since
}

// NewRebuilder remembers the programs as they run now.
func (s *Stack) NewRebuilder(sup *supervisor.Supervisor, out *console.Console) *Rebuilder {
	r := &Rebuilder{stack: s, sup: sup, out: out, seed: maphash.MakeSeed(), built: map[string]uint64{}}
	r.contentChanged()
	return r
}

// Rebuild compiles after a save of some files. When it does not compile, what runs is left alone,
// and the next save compiles all that is stale by then. Without a file it compiles everything.
func (r *Rebuilder) Rebuild(ctx context.Context, paths []string) error {
	for _, pkg := range r.stack.touched(paths) {
		if !slices.Contains(r.stale, pkg) {
			r.stale = append(r.stale, pkg)
		}
	}
	if err := r.stack.BuildGo(ctx, r.out, r.stale...); err != nil {
		return err
	}
	r.stale = nil
	var failed error
	for _, svc := range r.contentChanged() {
		if svc.database { // its migrations are part of it
			if err := r.sup.Run(ctx, r.stack.migrate(svc)); err != nil {
				failed = errors.Join(failed, err)
				delete(r.built, svc.name) // the next save tries again
				continue
			}
		}
		for _, replica := range r.stack.replicas(svc) {
			r.sup.Restart(replica.name)
		}
	}
	return failed
}

// touched lists the programs that files can be part of: all of them without a file. What is not in a service's api
// folder belongs to that service alone, as the compiler sees to (but mcwickctl has the gateway's settings, too);
// anything else may be part of all.
// Asking the compiler about few programs saves most of a second.
func (s *Stack) touched(paths []string) []string {
	if len(paths) == 0 {
		return s.packages()
	}
	var packages []string
	for _, path := range paths {
		owner := ""
		for _, pkg := range s.packages() {
			folder := filepath.Join(s.root, pkg) + string(filepath.Separator)
			if strings.HasPrefix(path, folder) && !strings.HasPrefix(path, folder+"api"+string(filepath.Separator)) {
				owner = pkg
			}
		}
		if owner == "" {
			return s.packages()
		}
		if !slices.Contains(packages, owner) {
			packages = append(packages, owner)
		}
	}
	return packages
}

// contentChanged lists the services whose program is another one than at the last call.
func (r *Rebuilder) contentChanged() []service {
	var changed []service
	for _, svc := range r.stack.programs() {
		sum, err := r.hash(r.stack.program(svc))
		if err != nil {
			continue // not built: the compiler has told why
		}
		if sum != r.built[svc.name] {
			changed = append(changed, svc)
		}
		r.built[svc.name] = sum
	}
	return changed
}

func (r *Rebuilder) hash(path string) (uint64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var h maphash.Hash
	h.SetSeed(r.seed)
	if _, err := io.Copy(&h, file); err != nil {
		return 0, err
	}
	return h.Sum64(), nil
}

// PageURL is the address of the page's dev server.
const PageURL = "http://localhost:5173"

// StartPage starts the dev servers of the page, which pass everything else on to the gateway.
func (s *Stack) StartPage(ctx context.Context, sup *supervisor.Supervisor) error {
	spec := process.Spec{
		Name: "page", Command: []string{"npm", "run", "--silent", "dev"}, Dir: filepath.Join(s.root, "frontend"),
		Env:   s.environment(service{env: []string{"MCWICK_GATEWAY=" + s.URL(), "NO_COLOR=1"}}),
		Ready: visitor.Ready(PageURL),
	}
	if err := sup.Start(ctx, stagePage, spec); err != nil {
		return fmt.Errorf("start the dev servers of the page: %w", err)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
