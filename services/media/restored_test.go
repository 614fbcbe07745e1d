package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// TestHideMissingPublications has a picture whose bytes are gone, as after a restore to a moment
// before its withdrawal. Only that one is hidden, once.
// Verifies OPS-14.
func TestHideMissingPublications(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	operatorClient, ctx := w.operator(t, "token-a"), t.Context()
	whole, missing, withdrawn := w.publish(t, "ann", ""), w.publish(t, "ann", ""), w.publish(t, "ann", "")
	if _, err := w.client.WithdrawPublication(withVisitor(ctx, ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: withdrawn.GetId()}); err != nil {
		t.Fatal(err)
	}
	folder, _, _ := strings.Cut(strings.TrimPrefix(w.Environment["BLOB_URL"], "file://"), "?")
	if err := os.Remove(filepath.Join(folder, missing.GetObjectName())); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{{missing.GetId()}, nil} {
		var hidden []string
		for after, more := "", true; more; more = after != "" {
			r, err := operatorClient.HideMissing(ctx,
				&mediav1.HideMissingRequest{AfterId: after, PageSize: 2, Note: "restored"})
			if err != nil {
				t.Fatal(err)
			}
			hidden, after = append(hidden, r.GetHiddenIds()...), r.GetLastId()
		}
		if !slices.Equal(hidden, want) {
			t.Errorf("hid %v, want %v", hidden, want)
		}
	}
	w.shown(t, whole, http.StatusOK)
	w.shown(t, missing, http.StatusGone)
	if got := w.audit(t); !slices.Equal(got, []string{"ada hide-picture " + missing.GetId()}) {
		t.Errorf("the audit has %q", got)
	}
	if events := w.readEvents(t, missing.GetId(), 2); len(events) != 2 {
		t.Errorf("the world was told %d times", len(events))
	}
	for _, bad := range []*mediav1.HideMissingRequest{{PageSize: 101}, {AfterId: "x"}} {
		if _, err := operatorClient.HideMissing(ctx, bad); fault.From(err) == nil ||
			fault.From(err).Reason != "LIST_INVALID" {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if r, err := operatorClient.HideMissing(ctx, &mediav1.HideMissingRequest{AfterId: uuid.Max.String()}); err != nil ||
		r.GetLastId() != "" {
		t.Errorf("behind the last: %v, %v", r, err)
	}
}
