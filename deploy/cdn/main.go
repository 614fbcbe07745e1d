// Command cdndrill puts a real Varnish before a running local platform and shows what a shared cache
// keeps, how soon it drops what is hidden, and that it never gives one visitor what is another's.
// `make cdn-drill` runs it on a platform of its own.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"mcwick.example/deploy/chaos/rows"
	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("cdndrill", run) }

func run(ctx context.Context, _ []string) error {
	port := flag.Int("varnish", 0, "the port of Varnish, as in MEDIA_BASE and PURGE_URL")
	times := flag.Int("times", 3, "how many pictures are hidden, restored and withdrawn")
	flag.Parse()
	platform, err := rows.FromEnvironment()
	if err != nil || *port == 0 {
		return errors.Join(err, errors.New("run it by make cdn-drill"))
	}
	d := &drill{platform: platform, times: *times, origin: os.Getenv("MCWICK_URL")}
	if d.varnish, err = startVarnish(ctx, platform.Data, d.origin, *port); err != nil {
		return err
	}
	defer d.varnish.stop()
	if err := d.arrive(ctx); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		run  func(ctx context.Context) error
	}{
		{"what is kept", d.checkKept}, {"takedowns", d.checkTakedowns},
		{"a takedown while the cache is stopped", d.checkStopped}, {"two visitors", d.checkVisitors},
		{"the page with media on another origin", d.checkPage},
	} {
		fmt.Printf("\n## %s\n", part.name)
		if err := part.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	fmt.Println("\nall is as promised")
	return nil
}
