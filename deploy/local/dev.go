package main

import (
	"context"
	"fmt"
	"time"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/stack"
	"mcwick.example/deploy/local/internal/watch"
)

// dev is run for those who change things: the page comes from its dev servers, and a Go program is
// compiled and restarted when one of its files is saved.
func dev(ctx context.Context, arguments []string) error {
	o, err := parse("dev", arguments)
	if err != nil {
		return err
	}
	o.Origin = stack.PageURL
	return withPlatform(ctx, o, func(ctx context.Context, p *platform) error {
		if err := p.stack.StartPage(ctx, p.sup); err != nil {
			return err
		}
		rebuilder := p.stack.NewRebuilder(p.sup, p.out)
		p.out.Plain(fmt.Sprintf("\n  McWick is lit, and changes as you save:  %s\n\n", stack.PageURL))
		go func() {
			if err := p.seed(ctx); err != nil && ctx.Err() == nil {
				p.out.Warn("%v", err)
			}
		}()
		return watch.Sources(ctx, p.stack.SourceFolders(), func(paths []string) {
			saved := time.Now()
			if len(paths) > 0 {
				p.out.Progress("saved: %s", short(paths))
			}
			if err := rebuilder.Rebuild(ctx, paths); err != nil {
				p.out.Warn("%v", err)
				return
			}
			if len(paths) > 0 {
				p.out.Progress("rebuilt in %s", console.Seconds(time.Since(saved)))
			}
		})
	})
}

func short(paths []string) string {
	if len(paths) == 1 {
		return paths[0]
	}
	return fmt.Sprintf("%s and %d more", paths[0], len(paths)-1)
}
