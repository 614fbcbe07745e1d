package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
)

func newLimits(o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "limits",
		Short: "How often visitors may do what",
		Long: `How often visitors may do what: the figures in effect at each gateway, and why its file is refused when it is.

The figures are a file that the gateway reads: gateway/limits/limits.json, with those of
LIMITS_FILE in their place. To change them, change that file (in a cluster the chart's
values): all gateways take it over within two minutes, without a restart, and nothing is
counted from the beginning by that. A file that cannot be used leaves the former figures in
effect.`,
		Example: "  mcwickctl limits --as ada\n  mcwickctl limits check limits.json --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			answers, err := limitsInEffect(cmd, o)
			if len(answers) == 0 {
				return err
			}
			if o.json {
				return errors.Join(writeByService(cmd.OutOrStdout(), answers), err)
			}
			return errors.Join(showLimitsInEffect(cmd, answers), err)
		},
	}
	cmd.AddCommand(newLimitsCheck(o), newLimitsShow(o))
	return cmd
}

// limitsInEffect asks all gateways.
func limitsInEffect(cmd *cobra.Command, o *options) (map[string]*gatewayv1.Limits, error) {
	return invokeReplicas(cmd, o, gatewayContract, gatewayv1.GatewayOperatorServiceClient.GetLimits,
		&gatewayv1.GetLimitsRequest{})
}

// showLimitsInEffect shows since when each gateway has its figures, those of the first, and in what
// the others differ.
func showLimitsInEffect(cmd *cobra.Command, answers map[string]*gatewayv1.Limits) error {
	out := cmd.OutOrStdout()
	addresses := slices.Sorted(maps.Keys(answers))
	first := decodeLimits(answers[addresses[0]])
	for _, address := range addresses {
		a := answers[address]
		fmt.Fprintf(out, "%s: in effect since %s.\n", address, formatTime(a.GetLoadTime()))
		if a.GetRefusal() != "" {
			fmt.Fprintf(out, "  Its file is refused, the figures before it stay: %s\n", a.GetRefusal())
		}
		for _, change := range limits.Diff(first, decodeLimits(a)) {
			fmt.Fprintf(out, "  differs: %v\n", change)
		}
	}
	return writeLimits(out, first)
}

func decodeLimits(l *gatewayv1.Limits) limits.Config {
	c := make(limits.Config)
	for _, k := range l.GetKinds() {
		c[limits.Kind(k.GetKind())] = limits.Scopes{Device: decodeRate(k.GetDevice()),
			Address: decodeRate(k.GetAddress()), Subnet: decodeRate(k.GetSubnet()), Crowd: decodeRate(k.GetCrowd()),
			Scarce: k.GetScarce()}
	}
	return c
}

func decodeRate(r *gatewayv1.Rate) limit.Rate {
	return limit.Rate{Burst: int(r.GetBurst()), Every: r.GetEvery().AsDuration()}
}

func newLimitsCheck(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Whether a gateway would take a file, and what would change",
		Long: `Whether a gateway would take a file, and what would change: the file is read here as a
gateway reads it, and compared with the figures in effect at each gateway. Nothing is changed.`,
		Example: "  mcwickctl limits check limits.json --as ada",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := limits.Read(args[0])
			if err != nil {
				return err
			}
			if !o.json {
				fmt.Fprintln(cmd.OutOrStdout(), "A gateway would take this file.")
			}
			answers, err := limitsInEffect(cmd, o)
			changes := make(map[string][]limits.Change)
			for address, answer := range answers {
				changes[address] = limits.Diff(decodeLimits(answer), c)
			}
			if o.json {
				return errors.Join(writeValue(cmd.OutOrStdout(), changes), err)
			}
			return errors.Join(showChanges(cmd, changes), err)
		},
	}
}

// showChanges shows what a file would change, at once for gateways with the same figures.
func showChanges(cmd *cobra.Command, changes map[string][]limits.Change) error {
	out := cmd.OutOrStdout()
	var shown []limits.Change
	for i, address := range slices.Sorted(maps.Keys(changes)) {
		if i > 0 && slices.Equal(changes[address], shown) {
			continue
		}
		shown = changes[address]
		if len(shown) == 0 {
			fmt.Fprintf(out, "It has the figures in effect (at %s).\n", address)
			continue
		}
		fmt.Fprintf(out, "It would change (at %s):\n", address)
		rows := [][]string{{"WHAT", "BY", "NOW", "FILE"}}
		for _, c := range shown {
			rows = append(rows, []string{string(c.Kind), c.Scope, c.From, c.To})
		}
		if err := table(out, rows); err != nil {
			return err
		}
	}
	return nil
}

func newLimitsShow(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "show FILE",
		Short:   "The figures of a file: so many at once, and one more each so often",
		Example: "  mcwickctl limits show gateway/limits/limits.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := os.ReadFile(args[0])
			if err != nil {
				return fmt.Errorf("read the limits: %w", err)
			}
			c, err := limits.Parse(b)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if o.json {
				_, err := cmd.OutOrStdout().Write(b)
				return err
			}
			return writeLimits(cmd.OutOrStdout(), c)
		},
	}
}

func writeLimits(w io.Writer, c limits.Config) error {
	rows := [][]string{{"WHAT", "DEVICE", "ADDRESS", "SUBNET", "TRUSTED CROWD", "WITHOUT REDIS"}}
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		s := c[kind]
		without := "as much"
		if s.Scarce {
			without = "a quarter"
		}
		rows = append(rows, []string{string(kind), limits.Describe(s.Device), limits.Describe(s.Address),
			limits.Describe(s.Subnet), limits.Describe(s.Crowd), without})
	}
	return table(w, rows)
}
