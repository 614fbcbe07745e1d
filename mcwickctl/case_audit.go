package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/services/moderation/api/audit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// auditPage is how many entries are read at a time.
const auditPage = 1000

func newCaseVerifyAudit(o *options) *cobra.Command {
	var known string
	cmd := &cobra.Command{
		Use:   "verify-audit",
		Short: "Check that nobody changed the audit of decisions by hand",
		Long: `Check that nobody changed the audit of decisions by hand.

Every entry has the hash of the one before it. This reads all of them and computes the hashes here.
It ends with the head of the chain: keep it elsewhere, and give it back with --known, which also
finds an audit whose end was cut off.`,
		Example: "  mcwickctl case verify-audit --as ada --known 412:9f…",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			want, err := parseHead(known)
			if err != nil {
				return err
			}
			conn, err := o.connect("moderation")
			if err != nil {
				return err
			}
			defer conn.Close()
			head, err := verifyAudit(cmd.Context(), moderationv1.NewCaseOperatorServiceClient(conn), want)
			if err != nil {
				return err
			}
			if o.json {
				return writeValue(cmd.OutOrStdout(), map[string]any{"entries": head.Number, "head": formatHead(head)})
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d entries, nothing changed. The head is %s\n", head.Number,
				formatHead(head))
			return err
		},
	}
	cmd.Flags().StringVar(&known, "known", "", "the head of an earlier check, number:hash")
	return cmd
}

func formatHead(h audit.Head) string { return fmt.Sprintf("%d:%x", h.Number, h.Hash) }

// parseHead reads a head as verify-audit writes it; the empty text is none.
func parseHead(s string) (head audit.Head, err error) {
	if s == "" {
		return head, nil
	}
	number, hash, _ := strings.Cut(s, ":")
	if head.Number, err = strconv.ParseInt(number, 10, 64); err == nil {
		head.Hash, err = hex.DecodeString(hash)
	}
	if err != nil || len(head.Hash) != audit.Size || head.Number < 1 {
		return head, fmt.Errorf("--known %q is not the number and hash of a head", s)
	}
	return head, nil
}

// verifyAudit verifies the whole chain and that it has the known entry, and returns its head. Each page
// has its own time, however long the chain is.
func verifyAudit(
	ctx context.Context, client moderationv1.CaseOperatorServiceClient, known audit.Head,
) (audit.Head, error) {
	head := audit.Start()
	for {
		page, err := within(ctx, func(ctx context.Context) (*moderationv1.ListAuditEntriesResponse, error) {
			return client.ListAuditEntries(ctx,
				&moderationv1.ListAuditEntriesRequest{AfterNumber: head.Number, PageSize: auditPage})
		})
		if err != nil {
			return head, err
		}
		for _, stored := range page.GetEntries() {
			if head, err = head.Verify(audit.FromMessage(stored)); err != nil {
				return head, fmt.Errorf("the audit was changed: %w", err)
			}
			if head.Number == known.Number && !bytes.Equal(head.Hash, known.Hash) {
				return head, fmt.Errorf("the audit was written anew: entry %d had another hash", known.Number)
			}
		}
		if len(page.GetEntries()) == 0 {
			break
		}
	}
	if head.Number < known.Number {
		return head, fmt.Errorf("the audit was cut off: it ends with entry %d, and entry %d was there", head.Number,
			known.Number)
	}
	return head, nil
}

func newCaseForget(o *options) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:     "forget number",
		Short:   "Delete what an entry of the audit says about a person; the chain stays complete",
		Example: "  mcwickctl case forget 412 --as ada --note 'erasure request'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			number, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no number of an entry", args[0])
			}
			return call(cmd, o, caseContract, moderationv1.CaseOperatorServiceClient.ForgetAuditPayload,
				&moderationv1.ForgetAuditPayloadRequest{Number: number, Note: note},
				func(cmd *cobra.Command, _ *emptypb.Empty) error {
					_, err := fmt.Fprintln(cmd.OutOrStdout(), "Forgotten. Its digest stays.")
					return err
				})
		},
	}
	noteFlag(cmd, &note)
	return cmd
}
