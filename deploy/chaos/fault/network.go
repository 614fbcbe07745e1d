package fault

import "context"

// connections are those that can be broken, by the proxy in front of what they lead to, in a fixed
// order.
var connections = []string{
	"gateway", "gallery", "generation", "identity", "media", "media-files", "moderation", "wall", "redis", "broker",
	"gallery-database", "generation-database", "identity-database", "media-database", "moderation-database", "wall-database",
}

// blackhole lets no byte pass, of open connections and new ones, and tells no end.
func blackhole(connection string) begin {
	return addressesOf([]string{"connections", connection, "freeze"}, []string{"connections", connection, "thaw"})
}

// refuse ends connections and takes no new ones.
func refuse(connection string) begin {
	return addressesOf([]string{"connections", connection, "stop"}, []string{"connections", connection, "start"})
}

// dropSilently lets the open connections hang for good; new ones are served.
func dropSilently(connection string) begin {
	return func(ctx context.Context, p Platform) (func() error, error) {
		return nil, p.Control.send(ctx, "connections", connection, "freeze-old")
	}
}

// addressesOf tells the platform one thing at the beginning and another at the end, also when
// the outcome of the first is unknown.
func addressesOf(first, last []string) begin {
	return func(ctx context.Context, p Platform) (func() error, error) {
		end := func() error {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exchangeTimeout)
			defer cancel()
			return p.Control.send(ctx, last...)
		}
		return end, p.Control.send(ctx, first...)
	}
}
