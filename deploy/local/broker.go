package main

import (
	"context"
	"flag"

	"mcwick.example/deploy/local/internal/backing"
	"mcwick.example/deploy/local/ports"
)

// broker is the process of the embedded development broker.
func broker(ctx context.Context, arguments []string) error {
	var b backing.Broker
	flags := flag.NewFlagSet("broker", flag.ContinueOnError)
	flags.StringVar(&b.Dir, "data", "", "folder of the log (required)")
	flags.IntVar(&b.Port, "port", ports.Broker, "loopback port")
	flags.IntVar(&b.Advertised, "advertised", 0, "loopback port that clients are told, when a proxy is in front")
	flags.BoolVar(&b.Lasting, "lasting", true, "write through to the disk before acknowledging")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	return b.Serve(ctx)
}
