package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"mcwick.example/platform/limit"
)

func newLimits(o *options) *cobra.Command {
	return newGroup("limits", "How often visitors may do what", `How often visitors may do what.

The figures are a file that the gateway reads at its start: gateway/limits/limits.json, or the one
that LIMITS_FILE names. To change them, change the file (in a cluster the chart's values)
and let the gateway start anew; nothing is counted from the beginning by that.`,
		newLimitsShow(o))
}

// scopes are the rates of one kind of request, as the gateway's file has them.
type scopes struct {
	Device  limit.Rate `json:"device"`
	Address limit.Rate `json:"address"`
	Subnet  limit.Rate `json:"subnet"`
	Scarce  bool       `json:"scarce"`
}

func newLimitsShow(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "show file",
		Short:   "The figures of a file: so many at once, and one more each so often",
		Example: "  mcwickctl limits show gateway/limits/limits.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := os.ReadFile(args[0])
			if err != nil {
				return fmt.Errorf("read the limits: %w", err)
			}
			var kinds map[string]scopes
			if err := json.Unmarshal(b, &kinds); err != nil {
				return fmt.Errorf("%s has no limits in it: %w", args[0], err)
			}
			if o.json {
				_, err := cmd.OutOrStdout().Write(b)
				return err
			}
			return showLimits(cmd.OutOrStdout(), kinds)
		},
	}
}

func showLimits(w io.Writer, kinds map[string]scopes) error {
	rows := [][]string{{"WHAT", "DEVICE", "ADDRESS", "SUBNET", "WITHOUT REDIS"}}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		s := kinds[kind]
		without := "as much"
		if s.Scarce {
			without = "a quarter"
		}
		rows = append(rows, []string{kind, rate(s.Device), rate(s.Address), rate(s.Subnet), without})
	}
	return table(w, rows)
}

// rate says a rate in words; the zero rate is no bound.
func rate(r limit.Rate) string {
	if r == (limit.Rate{}) {
		return "-"
	}
	return fmt.Sprintf("%d, then 1 in %v", r.Burst, r.Every)
}
