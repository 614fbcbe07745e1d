package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/platform/fault"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

func newPressure(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "pressure",
		Short: "How scarce money and workers are, and who has most of them",
		Long: `How scarce money and workers are right now, on one screen: how fast this hour's money goes
against the plan, what waits, and which networks have the most of the hour's money; and of
the last ten minutes at all gateways which networks got new devices, what was refused by the
limits, and how difficult challenges are and how many were solved.

A day's money is released by the hour, and shared by device or address, network (LANE, the keyed hash of a /24 or /40) and the network
above it. WEIGHT is how many devices a network counts as: those that showed evidence of being
people's, and at least one.`,
		Example: "  mcwickctl pressure --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report, err := invoke(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.GetPressure,
				&generationv1.GetPressureRequest{})
			answers := map[string]proto.Message{}
			switch {
			case err == nil:
				answers["generation"] = report
			case errors.As(err, new(*fault.Error)):
				err = fmt.Errorf("generation: %s", describeError(err))
			default: // no call was made
				return err
			}
			gateways, gatewayErr := invokeReplicas(cmd, o, gatewayContract,
				gatewayv1.GatewayOperatorServiceClient.GetPressure, &gatewayv1.GetPressureRequest{})
			err = errors.Join(err, gatewayErr)
			edge := mergePressure(slices.Collect(maps.Values(gateways)))
			if len(gateways) > 0 {
				answers["gateway"] = edge
			}
			if o.json {
				return errors.Join(writeByService(cmd.OutOrStdout(), answers), err)
			}
			if answers["generation"] != nil {
				err = errors.Join(showPressure(cmd, report), err)
			}
			if len(gateways) > 0 {
				err = errors.Join(showEdgePressure(cmd.OutOrStdout(), len(gateways), edge), err)
			}
			return err
		},
	}
}

// showPressure writes the generation service's part of the screen.
func showPressure(cmd *cobra.Command, r *generationv1.PressureReport) error {
	used := r.GetSpentMicroUsd() + r.GetReservedMicroUsd()
	fmt.Fprintf(cmd.OutOrStdout(), "Money: %.2f times as fast as planned this hour. %s of %s released are used, of %s for the day.\n",
		r.GetBudgetRatio(), dollars(used), dollars(r.GetReleasedMicroUsd()), dollars(r.GetBudgetMicroUsd()))
	fmt.Fprintf(cmd.OutOrStdout(), "Queue: %d jobs wait, the oldest for %v. A new visitor would wait for %v.\n",
		r.GetWaitingJobs(), seconds(r.GetOldestWaitSeconds()), seconds(r.GetWaitSeconds()))
	if len(r.GetLanes()) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "No network asked for money in this hour.")
		return nil
	}
	rows := [][]string{{"LANE", "FLOWS", "WEIGHT", "USED", "REFUSED"}}
	for _, l := range r.GetLanes() {
		rows = append(rows, []string{l.GetLane(), strconv.Itoa(int(l.GetFlows())), strconv.Itoa(int(l.GetWeight())),
			dollars(l.GetUsedMicroUsd()), strconv.Itoa(int(l.GetRefused()))})
	}
	return table(cmd.OutOrStdout(), rows)
}

func seconds(n float64) time.Duration {
	return time.Duration(n * float64(time.Second)).Round(time.Second)
}
