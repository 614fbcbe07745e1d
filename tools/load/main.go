// Command load is a crowd before a running platform. Most of it asks for what visitors ask, at a
// steady rate whatever the answers are; the makers among them have pictures made, publish them and
// nominate a handle, one after the other. In the end it looks whether all that it was told is done
// is there, once. It ends with 1 when a single request failed or something is not there: it is what
// a roll-out is watched with.
//
//	load -url http://gateway:8080 -rate 100 -makers 2 -time 2m
//
// With -once it is one visitor who does everything once and withdraws it: what `helm test` runs
// after a release.
//
// Each visitor has a device cookie and an address of its own, which a gateway believes whose
// TRUSTED_PROXIES name the place where load runs; elsewhere the limits are those of one visitor.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

// requestTimeout is how long a visitor waits for an answer.
const requestTimeout = 10 * time.Second

func main() {
	base := flag.String("url", "http://localhost:8080", "where the page is")
	rate := flag.Int("rate", 100, "requests a second")
	duration := flag.Duration("time", time.Minute, "how long")
	visitors := flag.Int("visitors", 200, "how many there are")
	makers := flag.Int("makers", 0, "how many have pictures made, over and over")
	once := flag.Bool("once", false,
		"instead of a crowd, one visitor: makes a picture, publishes, likes and withdraws it")
	flag.Parse()
	if *once {
		if err := walk(context.Background(), *base); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*base, *rate, *duration, *visitors, *makers); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(base string, rate int, duration time.Duration, visitors, makers int) error {
	ctx := context.Background()
	said := newPromises()
	c, err := gather(ctx, base, visitors, said)
	if err != nil {
		return err
	}
	fmt.Printf("%d visitors, %d pictures, %d requests a second for %s, %d makers\n", visitors, len(c.pictures), rate,
		duration, makers)
	made := make(chan error)
	go func() { made <- makeThings(ctx, base, makers, duration, said) }()
	sent := c.send(rate, duration)
	return errors.Join(sent, <-made, said.kept(ctx, base))
}
