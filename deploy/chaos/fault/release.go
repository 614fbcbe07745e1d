package fault

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// exchangeTimeout bounds how long one program takes to finish what it began and to be another one.
const exchangeTimeout = 2 * time.Minute

// runLast stops one replica and starts it as the last release's; in the end it is this release's
// again.
func runLast(program string) begin {
	return addressesOf([]string{"programs", program, "last"}, []string{"programs", program, "this"})
}

// Upgrade is the schedule of a platform that begins as its last release. The broker is silent for a
// while before, so that events wait in outboxes; jobs are under way. Then the databases are brought
// up to date, and one replica after the other. What breaks by the seed breaks after it.
func Upgrade(seed uint64, length time.Duration, means Capabilities) []Fault {
	third := length / 3
	all := []Fault{
		{Name: "silence broker", At: third - 3*time.Second, For: 4 * time.Second, begin: blackhole("broker")},
		{Name: "upgrade " + strings.Join(means.Programs, ", "), At: third, begin: upgrade(means.Programs),
			timeout: exchangeTimeout * time.Duration(len(means.Programs)), required: true},
	}
	for _, f := range Schedule(seed, length-2*third, means) {
		f.At += 2 * third
		all = append(all, f)
	}
	return all
}

func upgrade(programs []string) begin {
	return func(ctx context.Context, p Platform) (func() error, error) {
		if err := p.Control.send(ctx, "migrate"); err != nil {
			return nil, err
		}
		for _, program := range programs {
			if err := p.Control.send(ctx, "programs", program, "this"); err != nil {
				return nil, fmt.Errorf("upgrade: %w", err)
			}
		}
		return nil, nil
	}
}
