package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// What follows is done after a database was restored; deploy/runbooks/procedures/restore.md says
// when.

// repeatUntilDone is a command without arguments that asks a service until nothing is left, and
// says what was done.
func repeatUntilDone[Client any](
	o *options, of contract[Client], cmd *cobra.Command,
	step func(ctx context.Context, client Client, note string) (more bool, err error), done func() string,
) *cobra.Command {
	var note string
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if o.json {
			return errNoJSON
		}
		conn, err := o.connect(of.service)
		if err != nil {
			return err
		}
		defer conn.Close()
		want := of.client(conn)
		for more := true; more && err == nil; {
			more, err = within(cmd.Context(), func(ctx context.Context) (bool, error) { return step(ctx, want, note) })
		}
		_, unprinted := fmt.Fprintln(cmd.OutOrStdout(), done()) // after an error, what was done before it
		return errors.Join(err, unprinted)
	}
	noteFlag(cmd, &note)
	return cmd
}

func newJobsCancelAll(o *options) *cobra.Command {
	stopped := 0
	return repeatUntilDone(o, generationContract, &cobra.Command{
		Use:   "cancel-all",
		Short: "End every job that waits or is at work, after a restore and before workers start",
		Long: `End every job that waits or is at work, after a restore and before workers start.

Nobody knows what became of such a job after the restored moment: it may have been paid for,
and would be paid again. Calls that were open then count as paid. The jobs' visitors see
them cancelled.`,
		Example: "  mcwickctl jobs cancel-all --as ada --note 'restored to 12:00'",
	}, func(ctx context.Context, client generationv1.GenerationOperatorServiceClient, note string) (bool, error) {
		r, err := client.StopOpenJobs(ctx, &generationv1.StopOpenJobsRequest{Note: note})
		stopped += int(r.GetStopped())
		return r.GetStopped() > 0, err
	}, func() string { return fmt.Sprintf("Cancelled: %d.", stopped) })
}

func newBudgetSpent(o *options) *cobra.Command {
	r := &generationv1.RaiseSpentRequest{}
	cmd := &cobra.Command{
		Use:   "spent DOLLARS",
		Short: "Raise what was spent on a day to what the provider says",
		Long: `Raise what was spent on a day to what the provider says. Nothing is ever lowered, so a
repeat changes nothing.

A ledger that was restored does not know what was paid after the restored moment, and would
spend it again.`,
		Example: "  mcwickctl budget spent 12.50 --as ada --day 2030-12-31 --note 'the provider, at 14:00'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.SpentMicroUsd, err = microDollars(args[0]); err != nil {
				return err
			}
			return call(cmd, o, generationContract, generationv1.GenerationOperatorServiceClient.RaiseSpent, r,
				showBudget)
		},
	}
	cmd.Flags().StringVar(&r.Day, "day", "", "which, such as 2030-12-31; today when it is not said")
	noteFlag(cmd, &r.Note)
	return cmd
}

func newSessions(o *options) *cobra.Command {
	return newGroup("sessions", "Who is logged in",
		`Who is logged in: sessions of visitors, of which operators see nothing.`, newSessionsRevoke(o))
}

func newSessionsRevoke(o *options) *cobra.Command {
	revoked := 0
	var before *timestamppb.Timestamp // the database's time at the first call, which its response has
	return repeatUntilDone(o, identityContract, &cobra.Command{
		Use:   "revoke-all",
		Short: "End every session that was opened before this command",
		Long: `End every session that was opened before this command.

A database that was restored has the sessions of the restored moment again, also those that
were ended since: by logging out, or because a key was stolen. Pages that keep their key log
in again by themselves; others ask for it.`,
		Example: "  mcwickctl sessions revoke-all --as ada --note 'restored to 12:00'",
	}, func(ctx context.Context, client identityv1.IdentityOperatorServiceClient, note string) (bool, error) {
		r, err := client.RevokeSessions(ctx, &identityv1.RevokeSessionsRequest{BeforeTime: before, Note: note})
		revoked, before = revoked+int(r.GetRevoked()), cmp.Or(r.GetBeforeTime(), before)
		return r.GetRevoked() > 0, err
	}, func() string { return fmt.Sprintf("Ended: %d.", revoked) })
}

func newAccounts(o *options) *cobra.Command {
	return newGroup("accounts", "Which devices belong to whom",
		`Which devices belong to which accounts, as identity tells the other services.`, newAccountsRepublish(o))
}

func newAccountsRepublish(o *options) *cobra.Command {
	devices, profiles, visitor, account := 0, 0, "", ""
	hasLinks := true
	return repeatUntilDone(o, identityContract, &cobra.Command{
		Use:   "republish",
		Short: "Have identity publish again which devices belong to which accounts, and changed profiles",
		Long: `Have identity publish again which devices belong to which accounts, and which handle and visibility
accounts changed to, when events were lost or a gallery was rebuilt. Who has applied them changes nothing.`,
		Example: "  mcwickctl accounts republish --as ada --note 'lost its topics'",
	}, func(ctx context.Context, client identityv1.IdentityOperatorServiceClient, note string) (bool, error) {
		if hasLinks {
			r, err := client.RepublishLinks(ctx,
				&identityv1.RepublishLinksRequest{AfterVisitor: visitor, PageSize: pageSize, Note: note})
			devices, visitor, hasLinks = devices+int(r.GetRepublished()), r.GetLastVisitor(), r.GetRepublished() > 0
			return true, err
		}
		r, err := client.RepublishProfiles(ctx,
			&identityv1.RepublishProfilesRequest{AfterAccount: account, PageSize: pageSize, Note: note})
		profiles, account = profiles+int(r.GetRepublished()), r.GetLastAccount()
		return r.GetRepublished() > 0, err
	}, func() string { return fmt.Sprintf("Published again: %d devices, %d profiles.", devices, profiles) })
}

func newPictureHideMissing(o *options) *cobra.Command {
	var hidden []string
	after := ""
	return repeatUntilDone(o, mediaContract, &cobra.Command{
		Use:   "hide-missing",
		Short: "Hide what is public and has no bytes, after a restore",
		Long: `Hide what is public and has no bytes, after a restore.

A database that was restored says of a picture that was withdrawn after the restored moment
that it is public. Its bytes were deleted then, so the objects know. Restore the objects
first, from a copy as new as can be: what it does not have is hidden here. A bucket without any
of the oldest pictures, 20 or more, is refused as the wrong one.`,
		Example: "  mcwickctl picture hide-missing --as ada --note 'restored to 12:00'",
	}, func(ctx context.Context, client mediav1.MediaOperatorServiceClient, note string) (bool, error) {
		r, err := client.HideMissing(ctx, &mediav1.HideMissingRequest{AfterId: after, PageSize: pageSize, Note: note})
		hidden, after = append(hidden, r.GetHiddenIds()...), r.GetLastId()
		return r.GetLastId() != "", err
	}, func() string {
		return strings.Join(append([]string{fmt.Sprintf("Hidden: %d.", len(hidden))}, hidden...), "\n  ")
	})
}

func newVideoRemoveMissing(o *options) *cobra.Command {
	var removed []string
	var yes bool
	after := ""
	cmd := repeatUntilDone(o, videoContract, &cobra.Command{
		Use:   "remove-missing",
		Short: "Remove what is shared and has no film, after a restore; for good",
		Long: `Remove what is shared and has no film, after a restore; for good.

A database that was restored says of a video that was withdrawn or removed after the restored
moment that it is shared, and has its script. Its bytes were deleted then, so the objects know.
Restore the objects first, from a copy as new as can be: what it does not have is removed here,
with the script. Without --yes it says what that is. Of 20 videos or more that are looked at
together, one at least must have a film: else the bucket is the wrong one.`,
		Example: "  mcwickctl video remove-missing --as ada\n" +
			"  mcwickctl video remove-missing --as ada --note 'restored to 12:00' --yes",
	}, func(ctx context.Context, client mediav1.VideoOperatorServiceClient, note string) (bool, error) {
		r, err := client.RemoveMissingVideos(ctx,
			&mediav1.RemoveMissingVideosRequest{AfterId: after, PageSize: pageSize, Note: note, DryRun: !yes})
		removed, after = append(removed, r.GetRemovedIds()...), r.GetLastId()
		return r.GetLastId() != "", err
	}, func() string {
		says := "To remove for good, with --yes: %d."
		if yes {
			says = "Removed: %d."
		}
		return strings.Join(append([]string{fmt.Sprintf(says, len(removed))}, removed...), "\n  ")
	})
	cmd.Flags().BoolVar(&yes, "yes", false, "remove, rather than say what would be removed")
	return cmd
}
