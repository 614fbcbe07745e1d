package main

import (
	"context"
	"time"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/seed"
	"mcwick.example/deploy/local/internal/stack"
)

const seedProgress = 4 // pictures between two lines of progress

// seed publishes the demo pictures and fills the walls, once for a data folder.
func (p *platform) seed(ctx context.Context) error {
	if p.empty {
		return nil
	}
	began := time.Now()
	tokens := make(map[string]string)
	for _, name := range stack.Operators {
		tokens[name] = p.stack.OperatorToken(name)
	}
	fresh, err := seed.Seeder{
		URL: p.stack.URL(), State: p.stack.Folder("seed.json"), WallOperators: p.stack.OperatorAddresses()["wall"],
		Tokens: tokens, Authority: p.stack.Authority(),
		Progress: func(published, of int) {
			if published%seedProgress == 0 && published < of {
				p.out.Progress("demo pictures: %d of %d", published, of)
			}
		},
	}.Run(ctx)
	if err == nil && fresh {
		p.out.Progress("demo pictures are in the gallery and demo names on the walls, published in %s",
			console.Seconds(time.Since(began)))
	}
	return err
}
