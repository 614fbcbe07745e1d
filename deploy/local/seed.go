package main

import (
	"context"
	"time"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/seed"
)

const seedNews = 4 // pictures between two lines of progress

// seed publishes the demo pictures, once for a data folder.
func (p *platform) seed(ctx context.Context) error {
	if p.empty {
		return nil
	}
	began := time.Now()
	fresh, err := seed.Seeder{
		URL: p.stack.URL(), State: p.stack.Folder("seed.json"),
		Progress: func(published, of int) {
			if published%seedNews == 0 && published < of {
				p.out.Progress("demo pictures: %d of %d", published, of)
			}
		},
	}.Run(ctx)
	if err == nil && fresh {
		p.out.Progress("demo pictures are in the gallery, published in %s", console.Seconds(time.Since(began)))
	}
	return err
}
