package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/durationpb"

	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

func newLockdown(o *options) *cobra.Command {
	cmd := newGroup("lockdown", "Have only settled devices make calls that cost money", `Have only settled devices make calls that cost money.

During a lockdown the gateway refuses pictures, scripts, speech and videos to devices that
are not settled, with a sentence; everybody can read, like and publish what they have. It
begins and ends within three seconds, and ends by itself. Without a further word the
command shows whether there is one.`,
		newLockdownOn(o), newLockdownOff(o))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.GetLockdown,
			&moderationv1.GetLockdownRequest{}, showLockdown)
	}
	return cmd
}

func showLockdown(cmd *cobra.Command, l *moderationv1.LockdownStatus) error {
	if !l.GetOn() {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "There is no lockdown.")
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "Lockdown until %s, by %s at %s: %s\n",
		formatTime(l.GetExpireTime()), l.GetOperator(), formatTime(l.GetCreateTime()), l.GetReason())
	return err
}

func newLockdownOn(o *options) *cobra.Command {
	var length time.Duration
	var reason string
	cmd := &cobra.Command{
		Use:     "on",
		Short:   "Begin a lockdown, or change the end of the present one",
		Example: "  mcwickctl lockdown on --for 1h --reason 'a flood of bots' --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r := &moderationv1.SetLockdownRequest{On: true, Duration: durationpb.New(length), Reason: reason}
			return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.SetLockdown, r,
				showLockdown)
		},
	}
	lengthFlag(cmd, &length)
	reasonFlag(cmd, &reason)
	return cmd
}

func newLockdownOff(o *options) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     "off",
		Short:   "End the lockdown",
		Example: "  mcwickctl lockdown off --as ada",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return call(cmd, o, moderationContract, moderationv1.ModerationOperatorServiceClient.SetLockdown,
				&moderationv1.SetLockdownRequest{Reason: reason}, showLockdown)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the audit; at most 400 characters")
	return cmd
}

// lengthFlag is the flag of an act that ends by itself.
func lengthFlag(cmd *cobra.Command, length *time.Duration) {
	cmd.Flags().DurationVar(length, "for", 0, "for how long, such as 2h: a minute to 30 days (720h)")
	_ = cmd.MarkFlagRequired("for") // the flag is there
}

// reasonFlag is the flag of an act that must say why it is done.
func reasonFlag(cmd *cobra.Command, reason *string) {
	cmd.Flags().StringVar(reason, "reason", "", "why, for the audit; at most 400 characters")
	_ = cmd.MarkFlagRequired("reason") // the flag is there
}
