package events

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
)

// help is what the sub-command says of itself: the program, its tries, the days that a topic keeps.
const help = `A dead letter is an event that %[1]s could not apply in %[2]d tries. It was parked so that the events behind
it could go on, and its topic keeps it for %[3]d days.

  %[1]s dead-letters list [--json]
      what was given up, and why
  %[1]s dead-letters replay [--id EVENT]... [--json]
      apply all of them again, or only those named; the exit code is 1 when one is still dead

The usual way: list, deploy a program that can read them, replay. A replayed event goes through the same
handler and the same inbox as any other, so it takes effect once however often it is replayed, and from then
on it is no dead letter. It comes late: newer events of its key may have been applied before it.

DATABASE_URL and KAFKA_BROKERS are those of %[1]s serve, which may run meanwhile.
`

// commandTimeout bounds one run of the sub-command.
const commandTimeout = 5 * time.Minute

// DeadLettersCommand is the sub-command dead-letters of a service: it lists and replays what its
// subscriptions gave up. It finds its arguments in os.Args[2:].
func DeadLettersCommand(service string, follows ...Subscription) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		do, err := parseLetters(os.Args[2:])
		if err != nil {
			fmt.Fprintf(os.Stderr, help, service, tries, int(retention.Hours()/24))
			if errors.Is(err, flag.ErrHelp) {
				return nil
			}
			return err
		}
		c, err := config.Load[struct {
			Database postgres.Config
			Events   Config
		}]()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, commandTimeout)
		defer cancel()
		pool, err := postgres.Open(ctx, c.Database)
		if err != nil {
			return err
		}
		defer pool.Close()
		var consumers []*Consumer
		for _, s := range follows {
			consumer, err := NewConsumer(slog.New(slog.DiscardHandler), pool, c.Events, s)
			if err != nil {
				return err
			}
			consumers = append(consumers, consumer)
		}
		return do.run(ctx, os.Stdout, consumers)
	}
}

// lettersOrder is what the command line asks for.
type lettersOrder struct {
	replay bool
	json   bool
	ids    []string // none for all
}

func parseLetters(arguments []string) (o lettersOrder, err error) {
	if len(arguments) == 0 || slices.Contains([]string{"-h", "--help", "help"}, arguments[0]) {
		return o, flag.ErrHelp
	}
	flags := flag.NewFlagSet("dead-letters", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.json, "json", false, "")
	switch arguments[0] {
	case "list":
	case "replay":
		o.replay = true
		flags.Func("id", "", func(id string) error { o.ids = append(o.ids, id); return nil })
	default:
		return o, fmt.Errorf("%q is neither list nor replay", arguments[0])
	}
	err = flags.Parse(arguments[1:])
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("what is %q?", flags.Arg(0))
	}
	return o, err
}

// lettersLine is what the command says of one letter.
type lettersLine struct {
	Letter
	Outcome string `json:"outcome"` // dead, or applied
}

// run does what was ordered. When an id is no dead letter, nothing is replayed.
func (o lettersOrder) run(ctx context.Context, out io.Writer, consumers []*Consumer) error {
	found := make([][]Letter, len(consumers))
	unknown := slices.Clone(o.ids)
	for i, c := range consumers {
		letters, err := c.letters(ctx)
		if err != nil {
			return err
		}
		for _, l := range letters {
			if len(o.ids) == 0 || slices.Contains(o.ids, l.ID) {
				found[i] = append(found[i], l)
				unknown = slices.DeleteFunc(unknown, func(id string) bool { return id == l.ID })
			}
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("no dead letter, or not any more: %q; nothing was replayed", unknown)
	}
	lines, dead := []lettersLine{}, 0
	for i, c := range consumers {
		for _, l := range found[i] {
			line := lettersLine{l, "dead"}
			if o.replay {
				if err := c.replay(ctx, l); err != nil {
					line.Reason = err.Error()
					dead++
				} else {
					line.Outcome = "applied"
				}
			}
			lines = append(lines, line)
		}
	}
	if err := o.print(out, lines); err != nil {
		return err
	}
	if dead > 0 {
		return fmt.Errorf("%d of %d are still dead", dead, len(lines))
	}
	return nil
}

func (o lettersOrder) print(out io.Writer, lines []lettersLine) error {
	if o.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(lines)
	}
	if len(lines) == 0 {
		_, err := fmt.Fprintln(out, "no dead letters")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EVENT\tTYPE\tKEY\tTIME\tOUTCOME\tREASON")
	for _, l := range lines {
		reason := l.Reason
		if l.Outcome == "applied" {
			reason = ""
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", l.ID, shortType(l.Type), l.Key, l.Time.Format(time.RFC3339), l.Outcome, reason)
	}
	return w.Flush()
}
