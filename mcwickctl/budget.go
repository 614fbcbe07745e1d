package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func newBudget(o *options) *cobra.Command {
	return newGroup("budget", "What jobs may cost, and did", `What jobs may cost, and did: pictures, scripts and speech.

A job reserves its price from the day's money when it is accepted; when the day has no more, visitors are told to come back tomorrow.
A day begins at midnight UTC, or AI_BUDGET_DAY_BEGINS later, with the configured budget (AI_BUDGET_MICRO_USD); prices are configured
too (AI_PROVIDERS_FILE). How often one visitor may ask is decided at the edge, in the gateway's limits.json.`,
		newBudgetShow(o), newBudgetSet(o), newBudgetSpent(o))
}

func newBudgetShow(o *options) *cobra.Command {
	var days int32
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Today's money, and what the last days cost",
		Example: "  mcwickctl budget show --as ada --days 30",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			today, err := invoke(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.GetBudget,
				&generationv1.GetBudgetRequest{})
			if err != nil {
				return err
			}
			spent, err := invoke(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.ListSpending,
				&generationv1.ListSpendingRequest{Days: days})
			if err != nil {
				return err
			}
			if o.json {
				return writeByService(cmd.OutOrStdout(), map[string]proto.Message{"today": today, "days": spent})
			}
			return errors.Join(showBudget(cmd, today), showSpending(cmd, spent))
		},
	}
	cmd.Flags().Int32Var(&days, "days", 7, "how many days, at most 90")
	return cmd
}

func newBudgetSet(o *options) *cobra.Command {
	r := &generationv1.SetBudgetRequest{}
	cmd := &cobra.Command{
		Use:   "set DOLLARS",
		Short: "Decide what may be spent today",
		Long: `Decide what may be spent today. The next job is accepted by it; less than what is spent and
reserved stops new jobs and no accepted one. Tomorrow begins with the configured budget
again.`,
		Example: "  mcwickctl budget set 12.50 --as ada --note 'a quiet day'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.BudgetMicroUsd, err = microDollars(args[0]); err != nil {
				return err
			}
			return call(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.SetBudget, r,
				showBudget)
		},
	}
	noteFlag(cmd, &r.Note)
	return cmd
}

// microDollars reads a number of dollars.
func microDollars(text string) (int64, error) {
	dollars, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(dollars) || math.Abs(dollars) > 1e6 {
		return 0, fmt.Errorf("%q is no number of dollars, such as 12.50", text)
	}
	return int64(math.Round(dollars * 1e6)), nil
}

// dollars is an amount of micro-dollars for people: to the cent, and below a dollar to whatever it
// is.
func dollars(micro int64) string {
	const cent, dollar = 10_000, 1_000_000
	if micro%cent == 0 || micro >= dollar || micro <= -dollar {
		return fmt.Sprintf("%.2f $", float64(micro)/dollar)
	}
	return strings.TrimRight(fmt.Sprintf("%.6f", float64(micro)/dollar), "0") + " $"
}

func showBudget(cmd *cobra.Command, b *generationv1.Budget) error {
	left := b.GetBudgetMicroUsd() - b.GetReservedMicroUsd() - b.GetSpentMicroUsd()
	_, err := fmt.Fprintf(cmd.OutOrStdout(),
		"%s: %s of %s left, %s spent, %s reserved. A picture costs %s, a day begins with %s.\n",
		b.GetDay(), dollars(max(left, 0)), dollars(b.GetBudgetMicroUsd()), dollars(b.GetSpentMicroUsd()),
		dollars(b.GetReservedMicroUsd()),
		dollars(b.GetPictureMicroUsd()), dollars(b.GetConfiguredMicroUsd()))
	return err
}

func showSpending(cmd *cobra.Command, r *generationv1.ListSpendingResponse) error {
	if len(r.GetSpending()) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "Nothing was paid for in these days.")
		return nil
	}
	rows := [][]string{{"DAY", "KIND", "MODEL", "CALLS", "COST"}}
	for _, s := range r.GetSpending() {
		rows = append(rows, []string{s.GetDay(), shortName(s.GetKind()), s.GetModel(), strconv.Itoa(int(s.GetCalls())),
			dollars(s.GetMicroUsd())})
	}
	return table(cmd.OutOrStdout(), rows)
}
