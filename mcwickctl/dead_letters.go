package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	operatorv1 "mcwick.example/platform/operator/api/operator/v1"
)

func newDeadLetters(o *options) *cobra.Command {
	return newGroup("dead-letters", "Events that a service could not apply", `Events that a service could not apply.

After five tries an event is parked, so that those behind it go on; its topic keeps it for 7
days. The usual way: list, deploy a program that can read them, replay. A replayed event
takes effect once, however often it is replayed, and is no dead letter from then on. It
comes late: newer events about the same thing may have been applied before it.`,
		newDeadLettersList(o), newDeadLettersReplay(o))
}

func newDeadLettersList(o *options) *cobra.Command {
	return &cobra.Command{
		Use:               "list SERVICE",
		Short:             "What a service gave up, and why",
		Example:           "  mcwickctl dead-letters list gallery --as ada",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeService,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkService(args[0], services()); err != nil {
				return err
			}
			return call(cmd, o, contractOf(args[0], operatorv1.NewOperatorServiceClient),
				operatorv1.OperatorServiceClient.ListDeadLetters, &operatorv1.ListDeadLettersRequest{},
				func(cmd *cobra.Command, r *operatorv1.ListDeadLettersResponse) error {
					if r.GetTotal() == 0 {
						fmt.Fprintln(cmd.OutOrStdout(), "No dead letters.")
						return nil
					}
					return showLetters(cmd, r.GetDeadLetters(), int(r.GetTotal()), r.GetHasMore())
				})
		},
	}
}

func newDeadLettersReplay(o *options) *cobra.Command {
	var all bool
	var note string
	cmd := &cobra.Command{
		Use:               "replay SERVICE (EVENT | --all)",
		Short:             "Apply one of them again, or all",
		Example:           "  mcwickctl dead-letters replay gallery EVENT --as ada --note 'reads the new field'\n  mcwickctl dead-letters replay gallery --all --as ada",
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: completeService,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkService(args[0], services()); err != nil {
				return err
			}
			if all == (len(args) == 2) {
				return fmt.Errorf("one event by its id, or --all of them")
			}
			request := &operatorv1.ReplayDeadLettersRequest{Note: note}
			if !all {
				request.EventId = args[1]
			}
			outcome, err := replay(cmd, o, args[0], request)
			if err != nil && outcome.GetApplied()+int32(len(outcome.GetStillDead())) == 0 {
				return err
			}
			show := showReplay
			if o.json {
				show = func(cmd *cobra.Command, r *operatorv1.ReplayDeadLettersResponse) error {
					return writeJSON(cmd.OutOrStdout(), r)
				}
			}
			if shown := show(cmd, outcome); err != nil || shown != nil {
				return cmp.Or(err, shown)
			}
			if dead := len(outcome.GetStillDead()); dead > 0 {
				return fmt.Errorf("still dead: %d", dead) // for the exit code
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all of them, the oldest first")
	noteFlag(cmd, &note)
	return cmd
}

// replay replays page after page, and returns what became of all of them, also when one failed.
func replay(
	cmd *cobra.Command, o *options, service string, request *operatorv1.ReplayDeadLettersRequest,
) (*operatorv1.ReplayDeadLettersResponse, error) {
	sum := &operatorv1.ReplayDeadLettersResponse{}
	for {
		r, err := invoke(cmd, o, contractOf(service, operatorv1.NewOperatorServiceClient),
			operatorv1.OperatorServiceClient.ReplayDeadLetters, request)
		if err != nil {
			return sum, err
		}
		sum.Applied += r.GetApplied()
		sum.StillDead = append(sum.StillDead, r.GetStillDead()...)
		sum.Left, sum.NextCursor = r.GetLeft(), r.GetNextCursor()
		if request.Cursor = r.GetNextCursor(); request.Cursor == "" { // as with a service of the last release
			return sum, nil
		}
	}
}

func showReplay(cmd *cobra.Command, r *operatorv1.ReplayDeadLettersResponse) error {
	fmt.Fprintf(cmd.OutOrStdout(), "Applied: %d.\n", r.GetApplied())
	if r.GetLeft() > 0 {
		atLeast := ""
		if r.GetNextCursor() != "" {
			atLeast = "at least "
		}
		fmt.Fprintf(cmd.OutOrStdout(), "Not tried yet: %s%d. Run the command again.\n", atLeast, r.GetLeft())
	}
	if len(r.GetStillDead()) == 0 {
		return nil
	}
	return showLetters(cmd, r.GetStillDead(), len(r.GetStillDead()), false)
}

// maxLettersShown is how many dead letters are shown of a total.
const maxLettersShown = 100

func showLetters(cmd *cobra.Command, letters []*operatorv1.DeadLetter, total int, hasMore bool) error {
	letters = letters[:min(len(letters), maxLettersShown)]
	switch more := total - len(letters); {
	case hasMore:
		defer fmt.Fprintf(cmd.OutOrStdout(), "\nAnd more than %d more.\n", more)
	case more > 0:
		defer fmt.Fprintf(cmd.OutOrStdout(), "\nAnd %d more.\n", more)
	}
	rows := [][]string{{"EVENT", "GROUP", "TYPE", "KEY", "SINCE", "REASON"}}
	for _, l := range letters {
		rows = append(rows, []string{l.GetEventId(), l.GetGroup(), l.GetType()[strings.LastIndex(l.GetType(), ".")+1:],
			l.GetKey(), formatTime(l.GetCreateTime()), l.GetReason()})
	}
	return table(cmd.OutOrStdout(), rows)
}
