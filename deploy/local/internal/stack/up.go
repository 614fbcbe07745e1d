package stack

import (
	"context"

	"golang.org/x/sync/errgroup"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/platform/postgres"
)

// What is stopped first has the highest stage.
const (
	stageBacking = iota
	stageProvider
	stageServices
	stageCallers // of other services: they finish what they began while those are still there
	stageGateway
	stagePage
)

// Up builds and starts everything in the order of dependencies. The databases start while the
// programs are compiled.
func (s *Stack) Up(ctx context.Context, sup *supervisor.Supervisor, out *console.Console) error {
	if err := writeSite(s.Folder("site.json"), s.Demo()); err != nil {
		return err
	}
	if err := s.writeOperatorAddresses(); err != nil {
		return err
	}
	if err := s.writeTargets(); err != nil {
		return err
	}
	if err := s.writeCertificates(); err != nil {
		return err
	}
	first, firstCtx := errgroup.WithContext(ctx)
	first.Go(func() error { return s.Build(firstCtx, out) })
	first.Go(func() error { return s.startPostgres(firstCtx, sup) })
	first.Go(func() error { return start(firstCtx, sup, s.redis().Spec) })
	if s.ownBroker() {
		first.Go(func() error { return s.startBroker(firstCtx, sup, out) })
	}
	if err := first.Wait(); err != nil {
		return err
	}
	if s.settings.FromLast {
		s = s.last()
	}
	second, secondCtx := errgroup.WithContext(ctx)
	second.Go(func() error { return s.Migrate(ctx, sup) }) // to its end: half of an index would remain
	second.Go(func() error { return sup.Start(secondCtx, stageProvider, s.serve(s.demoAI())) })
	if err := second.Wait(); err != nil {
		return err
	}
	for _, stage := range []int{stageServices, stageCallers} {
		if err := runAll(ctx, s.services(), func(ctx context.Context, svc service) error {
			if svc.stage != stage {
				return nil
			}
			return s.startReplicas(ctx, sup, stage, svc)
		}); err != nil {
			return err
		}
	}
	last, lastCtx := errgroup.WithContext(ctx)
	last.Go(func() error { return s.startReplicas(lastCtx, sup, stageGateway, s.gateway()) })
	last.Go(func() error { return sup.Start(lastCtx, stageGateway, s.serve(s.console())) })
	return last.Wait()
}

// Migrate brings the databases of all services up to date, but for those that have none in the last
// release.
func (s *Stack) Migrate(ctx context.Context, sup *supervisor.Supervisor) error {
	return runAll(ctx, s.services(), func(ctx context.Context, svc service) error {
		if !s.hasMigrations(svc) {
			return nil
		}
		return sup.Run(ctx, s.migrate(svc))
	})
}

func (s *Stack) startReplicas(ctx context.Context, sup *supervisor.Supervisor, stage int, svc service) error {
	return runAll(ctx, s.replicas(svc), func(ctx context.Context, svc service) error {
		return sup.Start(ctx, stage, s.serve(svc))
	})
}

func start(ctx context.Context, sup *supervisor.Supervisor, spec func() (process.Spec, error)) error {
	made, err := spec()
	if err != nil {
		return err
	}
	return sup.Start(ctx, stageBacking, made)
}

func (s *Stack) startPostgres(ctx context.Context, sup *supervisor.Supervisor) error {
	if err := start(ctx, sup, func() (process.Spec, error) { return s.postgres().Spec(ctx) }); err != nil {
		return err
	}
	for _, svc := range s.services() {
		name := svc.name
		if err := s.postgres().Database(ctx, name, s.secrets[name]); err != nil {
			return err
		}
		if !s.settings.Pooled {
			continue
		}
		if err := s.postgres().SetSession(ctx, s.servingRole(name), postgres.SessionSettings); err != nil {
			return err
		}
	}
	if !s.settings.Pooled {
		return nil
	}
	return start(ctx, sup, s.pgbouncer().Spec)
}

// runAll does something with several services at once and answers the first failure.
func runAll(ctx context.Context, services []service, do func(context.Context, service) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, svc := range services {
		group.Go(func() error { return do(ctx, svc) })
	}
	return group.Wait()
}
