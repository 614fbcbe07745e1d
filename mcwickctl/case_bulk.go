package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// The bounds of a decision about many works: so many are decided on at once, as in the console, and so
// many of them are shown before.
const (
	maxBulk     = 1000
	maxBulkRows = 24
)

func newCaseBulk(o *options) *cobra.Command {
	return newGroup("bulk", "Decide on all works of one device, account or network, or that look alike",
		`Decide on all works of one device, account or network, or that look alike.

Without --yes nothing is decided: it says what would change. With it each work gets a decision of its
own, which its maker can appeal, the newest works first and at most 1,000 at once. A work with an open
appeal is left as it is. A batch is taken back in the console, or by deciding otherwise.`,
		newBulkDecision(o, "hide", moderationv1.Action_ACTION_HIDE, mediav1.WorkState_WORK_STATE_HIDDEN,
			"Take them out of the public, until they are restored"),
		newBulkDecision(o, "remove", moderationv1.Action_ACTION_REMOVE, mediav1.WorkState_WORK_STATE_REMOVED,
			"Take them out of the public for good; what looks like them cannot be published"),
		newBulkDecision(o, "restore", moderationv1.Action_ACTION_RESTORE, mediav1.WorkState_WORK_STATE_PUBLIC,
			"Make them public again, with their positions and likes"))
}

func newBulkDecision(
	o *options, name string, action moderationv1.Action, result mediav1.WorkState, short string,
) *cobra.Command {
	var reason caseReason
	var yes bool
	of := &mediav1.ListWorksRequest{}
	decision := &moderationv1.DecideRequest{Action: action}
	example := "  mcwickctl case bulk " + name + " --device DEVICE --as ada"
	if needsReason(action) {
		example += " --reason spam"
	}
	cmd := &cobra.Command{
		Use: name, Short: short, Example: example + "\n" + example + " --yes", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if decision.Reason, err = reason.parse(); err != nil {
				return err
			}
			// An empty value, as of a shell's unset variable, would choose all works of the platform.
			if of.GetMakerDevice()+of.GetMakerAccount()+of.GetLane()+of.GetLooksLike() == "" {
				return errors.New("choose works by --device, --account, --lane or --like")
			}
			changed, unchanged, hasMore, err := listChanged(cmd, o, of, result)
			if err != nil {
				return err
			}
			if !yes {
				return showBulkPreview(cmd, o, changed, unchanged, hasMore, shortName(result))
			}
			return decideAll(cmd, o, changed, hasMore, decision)
		},
	}
	worksFilter(cmd, of)
	decisionFlags(cmd, decision, &reason)
	cmd.Flags().BoolVar(&yes, "yes", false, "decide, rather than say what would change")
	return cmd
}

// listChanged returns the newest works of those that a request finds which a decision with this result
// changes, how many it passed that are so already, and whether there are more than are decided on at once.
func listChanged(
	cmd *cobra.Command, o *options, of *mediav1.ListWorksRequest, result mediav1.WorkState,
) (changed []*mediav1.Work, unchanged int, hasMore bool, err error) {
	conn, err := o.connect("media")
	if err != nil {
		return nil, 0, false, err
	}
	defer conn.Close()
	client := mediav1.NewWorkOperatorServiceClient(conn)
	for of.PageSize = 100; ; {
		page, err := within(cmd.Context(), func(ctx context.Context) (*mediav1.ListWorksResponse, error) {
			return client.ListWorks(ctx, of)
		})
		if err != nil {
			return nil, 0, false, err
		}
		found := changedBy(result, page.GetWorks())
		changed, unchanged = append(changed, found...), unchanged+len(page.GetWorks())-len(found)
		if of.Cursor = page.GetNextCursor(); of.Cursor == "" || len(changed) >= maxBulk {
			return changed[:min(len(changed), maxBulk)], unchanged, of.Cursor != "" || len(changed) > maxBulk, nil
		}
	}
}

// changedBy returns the works that a decision with this result changes: what is removed is hidden
// already.
func changedBy(result mediav1.WorkState, works []*mediav1.Work) (changed []*mediav1.Work) {
	for _, w := range works {
		isHidden := w.GetState() == mediav1.WorkState_WORK_STATE_REMOVED &&
			result == mediav1.WorkState_WORK_STATE_HIDDEN
		if w.GetState() != result && !isHidden {
			changed = append(changed, w)
		}
	}
	return changed
}

func showBulkPreview(
	cmd *cobra.Command, o *options, changed []*mediav1.Work, unchanged int, hasMore bool, result string,
) error {
	if o.json {
		return writeJSON(cmd.OutOrStdout(), &mediav1.ListWorksResponse{Works: changed})
	}
	rows := [][]string{workHead}
	for _, w := range changed[:min(len(changed), maxBulkRows)] {
		rows = append(rows, workRow(w))
	}
	if err := showPage(cmd, "Nothing would change.", rows, ""); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if more := len(changed) - maxBulkRows; more > 0 {
		fmt.Fprintf(out, "And %d more.\n", more)
	}
	fmt.Fprintf(out, "\n%d would be %s, %d are already. %s\n", len(changed), result, unchanged, describeMore(hasMore))
	if len(changed) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(out, "Nothing is decided yet: --yes decides.")
	return err
}

// decideAll decides on works one after the other. One that fails does not keep the others.
func decideAll(
	cmd *cobra.Command, o *options, works []*mediav1.Work, hasMore bool, decision *moderationv1.DecideRequest,
) error {
	conn, err := o.connect("moderation")
	if err != nil {
		return err
	}
	defer conn.Close()
	client := moderationv1.NewCaseOperatorServiceClient(conn)
	decided, failed := []string{}, map[string]string{}
	for _, w := range works {
		one := decisionOn(w, decision)
		_, err := within(cmd.Context(), func(ctx context.Context) (_ *moderationv1.Decision, err error) {
			if w.GetState() == mediav1.WorkState_WORK_STATE_REMOVED { // others may be removed meanwhile
				one.KnownVersion, err = newestVersion(
					client.GetCase(ctx, &moderationv1.GetCaseRequest{Subject: one.GetSubject()}))
				if err != nil {
					return nil, err
				}
			}
			return client.Decide(ctx, one)
		})
		if err != nil {
			failed[w.GetId()] = describeError(err)
			fmt.Fprintf(cmd.ErrOrStderr(), "%s %s: %s\n", shortName(w.GetKind()), w.GetId(), describeError(err))
			continue
		}
		decided = append(decided, w.GetId())
	}
	if o.json {
		err = writeValue(cmd.OutOrStdout(), map[string]any{"decided": decided, "failed": failed})
	} else {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d decided: %s. %s\n", len(decided), shortName(decision.GetAction()),
			describeMore(hasMore))
	}
	if err == nil && len(failed) > 0 {
		err = fmt.Errorf("%d of %d decisions failed", len(failed), len(works))
	}
	return err
}

// decisionOn is a decision about one work. It answers no appeal: the operator has read none of them.
func decisionOn(w *mediav1.Work, decision *moderationv1.DecideRequest) *moderationv1.DecideRequest {
	r := &moderationv1.DecideRequest{Subject: subjectOf(w), Action: actionOn(w, decision.GetAction()),
		Reason: decision.GetReason(), Message: decision.GetMessage(), Note: decision.GetNote(), AppealSeen: proto.Bool(false)}
	r.Details = detailsOf(w, r.GetSubject())
	return r
}

func subjectOf(w *mediav1.Work) *moderationv1.Subject {
	kind := moderationv1.SubjectKind_SUBJECT_KIND_PICTURE
	if w.GetKind() == mediav1.WorkKind_WORK_KIND_VIDEO {
		kind = moderationv1.SubjectKind_SUBJECT_KIND_VIDEO
	}
	return &moderationv1.Subject{Kind: kind, Id: w.GetId()}
}

func describeMore(hasMore bool) string {
	if hasMore {
		return fmt.Sprintf("These are the newest %d, and there are more: repeat the command.", maxBulk)
	}
	return "There are no more."
}
