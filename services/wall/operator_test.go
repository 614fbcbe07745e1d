package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// nominationID returns the id of the open nomination of a name.
func (w *environment) nominationID(t testing.TB, on wallv1.Wall, handle string) string {
	t.Helper()
	r, err := w.operator.ListNominations(t.Context(), &wallv1.ListNominationsRequest{Wall: on, PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range r.GetNominations() {
		if n.GetXHandle() == handle && n.GetWall() == on {
			return n.GetId()
		}
	}
	return ""
}

// newNomination nominates a name and returns the nomination's id.
func (w *environment) newNomination(t testing.TB, on wallv1.Wall, handle string) string {
	t.Helper()
	w.nominate(t, on, handle)
	return w.nominationID(t, on, handle)
}

func approve(ctx context.Context, by wallv1.WallOperatorServiceClient, id string) (onWall bool, err error) {
	r, err := by.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: id, Note: "fits"})
	return r.GetOnWall(), err
}

// newEntry adds a name to the Wall of Flame and returns its entry's id.
func (w *environment) newEntry(t testing.TB, handle string) string {
	t.Helper()
	id := w.newNomination(t, flame, handle)
	if onWall, err := approve(t.Context(), w.operator, id); err != nil || !onWall {
		t.Fatalf("%v, %v", onWall, err)
	}
	return id
}

// listBios returns the names on a wall with their bios.
func (w *environment) listBios(t testing.TB, on wallv1.Wall) map[string]string {
	t.Helper()
	r, err := w.visitors.ListWallEntries(t.Context(), &wallv1.ListWallEntriesRequest{Wall: on, PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range r.GetEntries() {
		all[e.GetXHandle()] = e.GetBio()
	}
	return all
}

// listDecisions returns the operators' decisions, newest first, as "operator act handle".
func (w *environment) listDecisions(t testing.TB) (acts []string) {
	t.Helper()
	r, err := w.otherOperator.ListDecisions(t.Context(), &wallv1.ListDecisionsRequest{PageSize: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.GetDecisions() {
		acts = append(acts, fmt.Sprintf("%s %s %s", d.GetOperator(), d.GetAct(), d.GetXHandle()))
	}
	return acts
}

func TestWallOfFlameNeedsOneApproval(t *testing.T) {
	w := newEnvironment(t)
	id := w.newEntry(t, "@Wick")
	if diff := cmp.Diff(map[string]string{"@Wick": "Because of @Wick"}, w.listBios(t, flame)); diff != "" {
		t.Error(diff)
	}
	if w.count(t, `wall_entries WHERE id = $1`, id) != 1 || w.nominationID(t, flame, "@Wick") != "" {
		t.Error("the entry has another id, or the nomination is still open")
	}
	if _, err := approve(t.Context(), w.otherOperator, id); !errors.Is(err, wall.ErrNominationNotFound) {
		t.Errorf("another yes: %v", err)
	}
	w.nominate(t, flame, "wick") // is on the wall already: the same success, and nothing else
	if n := w.count(t, "nominations"); n != 0 {
		t.Errorf("%d wait", n)
	}
	if w.newNomination(t, shame, "@wick") == "" {
		t.Error("the other wall is independent")
	}
}

func TestWallOfShameNeedsTwoApprovals(t *testing.T) {
	w := newEnvironment(t)
	id := w.newNomination(t, shame, "@snuffed")
	if onWall, err := approve(t.Context(), w.operator, id); err != nil || onWall {
		t.Fatalf("the first approval: %v, %v", onWall, err)
	}
	if _, err := approve(t.Context(), w.operator, id); !errors.Is(err, wall.ErrAlreadyApproved) {
		t.Fatalf("the same operator's second approval: %v", err)
	}
	if len(w.listBios(t, shame)) != 0 || len(w.listDecisions(t)) != 1 {
		t.Fatalf("after one operator: %v, %v", w.listBios(t, shame), w.listDecisions(t))
	}
	r, err := w.otherOperator.ListNominations(t.Context(), &wallv1.ListNominationsRequest{})
	if err != nil || cmp.Diff([]string{"ada"}, r.GetNominations()[0].GetApprovedBy()) != "" {
		t.Errorf("%v, %v", r, err)
	}
	if onWall, err := approve(t.Context(), w.otherOperator, id); err != nil || !onWall {
		t.Fatalf("the second approval: %v, %v", onWall, err)
	}
	if w.listBios(t, shame)["@snuffed"] == "" {
		t.Error("not on the wall")
	}
}

func TestConcurrentApprovalsMakeOneEntry(t *testing.T) {
	w := newEnvironment(t)
	for on, needed := range map[wallv1.Wall]int{flame: 1, shame: 2} {
		for i := range 10 {
			id := w.newNomination(t, on, fmt.Sprintf("@wick_%d", i))
			var entries, refused atomic.Int32
			var all sync.WaitGroup
			for _, by := range []wallv1.WallOperatorServiceClient{w.operator, w.otherOperator, w.operator,
				w.otherOperator} {
				all.Go(func() {
					onWall, err := approve(t.Context(), by, id)
					switch {
					case errors.Is(err, wall.ErrNominationNotFound), errors.Is(err, wall.ErrAlreadyApproved):
						refused.Add(1)
					case err != nil:
						t.Error(err)
					case onWall:
						entries.Add(1)
					}
				})
			}
			all.Wait()
			if yes := w.count(t, `decisions WHERE nomination_id = $1`, id); entries.Load() != 1 ||
				int(refused.Load()) != 4-yes || yes != needed {
				t.Errorf("%s: on the wall %d times with %d yes, %d refused", on, entries.Load(), yes, refused.Load())
			}
		}
	}
	if len(w.listBios(t, flame)) != 10 || len(w.listBios(t, shame)) != 10 {
		t.Errorf("%d and %d entries", len(w.listBios(t, flame)), len(w.listBios(t, shame)))
	}
}

// Verifies WALL-18.
func TestReasonIsBlankedBeforeVisitorsSeeIt(t *testing.T) {
	w := newEnvironment(t)
	ctx := t.Context()
	id := w.newNomination(t, flame, "@shy")
	if bios := w.listBios(t, flame); len(bios) != 0 {
		t.Errorf("visitors see what waits: %v", bios)
	}
	if _, err := w.operator.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: id, Note: "private"}); err != nil {
		t.Fatal(err)
	}
	queue, err := w.operator.ListNominations(ctx, &wallv1.ListNominationsRequest{})
	if err != nil || len(queue.GetNominations()) != 1 || queue.GetNominations()[0].GetReason() != "" {
		t.Errorf("blanked: %v, %v", queue, err)
	}
	if _, err := w.operator.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: id}); err != nil {
		t.Fatal(err)
	}
	if bio, there := w.listBios(t, flame)["@shy"]; !there || bio != "" {
		t.Errorf("approved: %q, %v", bio, there)
	}
	if diff := cmp.Diff([]string{"ada ACT_APPROVE @shy", "ada ACT_BLANK @shy"}, w.listDecisions(t)); diff != "" {
		t.Error(diff)
	}
	rejected := w.newNomination(t, flame, "@no")
	if _, err := w.operator.RejectNomination(ctx, &wallv1.RejectNominationRequest{NominationId: rejected}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.operator.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: rejected}); fault.From(err) == nil {
		t.Errorf("a rejected one: %v", err)
	}
}

func TestEveryActRecordsDecision(t *testing.T) {
	w := newEnvironment(t)
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	rejected, entries := w.newNomination(t, shame, "@no"), w.newEntry(t, "@yes")
	must(w.operator.RejectNomination(ctx, &wallv1.RejectNominationRequest{NominationId: rejected, Note: " unkind "}))
	must(w.otherOperator.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: entries}))
	if bio, there := w.listBios(t, flame)["@yes"]; !there || bio != "" {
		t.Errorf("bio %q, %v", bio, there)
	}
	must(w.operator.OptOut(ctx, &wallv1.OptOutRequest{XHandle: "gone"}))
	must(w.otherOperator.OptOut(ctx, &wallv1.OptOutRequest{XHandle: "back"}))
	must(w.otherOperator.OptIn(ctx, &wallv1.OptInRequest{XHandle: "@Back"}))
	want := []string{"lin ACT_OPT_IN @Back", "lin ACT_OPT_OUT @back", "ada ACT_OPT_OUT @gone",
		"lin ACT_BLANK @yes", "ada ACT_REJECT @no", "ada ACT_APPROVE @yes"}
	if diff := cmp.Diff(want, w.listDecisions(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, again := range map[string]func() (any, error){
		"reject": func() (any, error) {
			return w.operator.RejectNomination(ctx, &wallv1.RejectNominationRequest{NominationId: rejected})
		},
		"approve": func() (any, error) {
			return w.operator.ApproveNomination(ctx, &wallv1.ApproveNominationRequest{NominationId: rejected})
		},
		"blank":   func() (any, error) { return w.operator.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: rejected}) },
		"opt-out": func() (any, error) { return w.operator.OptOut(ctx, &wallv1.OptOutRequest{XHandle: "@GONE"}) },
		"opt-in":  func() (any, error) { return w.operator.OptIn(ctx, &wallv1.OptInRequest{XHandle: "back"}) },
		"no id":   func() (any, error) { return w.operator.BlankBio(ctx, &wallv1.BlankBioRequest{EntryId: "x"}) },
		"long note": func() (any, error) {
			return w.operator.OptOut(ctx, &wallv1.OptOutRequest{XHandle: "@other", Note: strings.Repeat("n", 401)})
		},
	} {
		if _, err := again(); err == nil || fault.IsFault(err) {
			t.Errorf("%s again: %v", name, err)
		}
	}
	if diff := cmp.Diff(want, w.listDecisions(t)); diff != "" {
		t.Errorf("a rejected act left data behind (-want +got):\n%s", diff)
	}
	if w.newNomination(t, flame, "@back") == "" {
		t.Error("a name that opted in again may be nominated")
	}
}

// Verifies RETAIN-10.
func TestOptOutRemovesEverything(t *testing.T) {
	w := newEnvironment(t)
	ctx := t.Context()
	w.newEntry(t, "@Private")
	waits := w.newNomination(t, shame, "@Private")
	if _, err := approve(ctx, w.operator, waits); err != nil {
		t.Fatal(err)
	}
	if _, err := w.otherOperator.OptOut(ctx, &wallv1.OptOutRequest{XHandle: "private", Note: "asked"}); err != nil {
		t.Fatal(err)
	}
	if len(w.listBios(t, flame)) != 0 {
		t.Error("still shown")
	}
	if _, err := approve(ctx, w.otherOperator, waits); !errors.Is(err, wall.ErrNominationNotFound) {
		t.Errorf("approved anyway: %v", err)
	}
	w.nominate(t, flame, "@PRIVATE") // the same success as for other names
	if n := w.count(t, "nominations"); n != 0 {
		t.Errorf("%d wait", n)
	}
	if n := w.count(t, "decisions WHERE act = 'approve' AND x_handle || note <> ''"); n != 0 {
		t.Errorf("%d approvals still have the name or the note", n)
	}
}

// A name that opts out within the month of its rejection is forgotten with it.
// Verifies RETAIN-10.
func TestOptOutForgetsRejections(t *testing.T) {
	w := newEnvironment(t)
	id := w.newNomination(t, flame, "@private")
	if _, err := w.operator.RejectNomination(t.Context(), &wallv1.RejectNominationRequest{NominationId: id,
		Note: "about them"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.operator.OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: "@Private"}); err != nil {
		t.Fatal(err)
	}
	if n := w.count(t, "decisions WHERE act = 'reject' AND x_handle || note <> ''"); n != 0 {
		t.Error("the rejection still has the name and the note")
	}
}

func TestOptOutWinsEveryRace(t *testing.T) {
	w := newEnvironment(t)
	for i := range 20 {
		handle := fmt.Sprintf("@wick_%d", i)
		id := w.newNomination(t, flame, handle)
		var all sync.WaitGroup
		all.Go(func() { w.nominate(t, flame, handle) })
		all.Go(func() {
			if _, err := approve(t.Context(), w.operator, id); err != nil &&
				!errors.Is(err, wall.ErrNominationNotFound) {
				t.Error(err)
			}
		})
		all.Go(func() {
			if _, err := w.otherOperator.OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: handle}); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
	}
	if n := w.count(t, "nominations") + w.count(t, "wall_entries"); n != 0 {
		t.Errorf("%d names are still stored", n)
	}
}

func TestVisitorsCannotCallOperatorMethods(t *testing.T) {
	w := newEnvironment(t)
	if _, err := wallv1.NewWallOperatorServiceClient(w.Conn).ListNominations(t.Context(),
		&wallv1.ListNominationsRequest{}); err == nil {
		t.Error("the visitors' port serves the operators' calls")
	}
	for _, token := range []string{"", "token", "ada"} {
		_, err := w.operatorClient(t, token).OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: "@wick"})
		if fault.From(err) == nil || fault.From(err).Kind != fault.KindUnauthenticated {
			t.Errorf("%q: %v", token, err)
		}
	}
	if n := w.count(t, "opt_outs"); n != 0 {
		t.Error("a caller without a token acted")
	}
}

func TestListNominationsPagination(t *testing.T) {
	w := newEnvironment(t)
	for i := range 5 {
		w.nominate(t, []wallv1.Wall{flame, shame}[i%2], fmt.Sprintf("@wick_%d", i))
	}
	for of, want := range map[wallv1.Wall]int{wallv1.Wall_WALL_UNSPECIFIED: 5, flame: 3, shame: 2} {
		seen := make(map[string]bool)
		for cursor, more := "", true; more; more = cursor != "" {
			r, err := w.operator.ListNominations(t.Context(),
				&wallv1.ListNominationsRequest{Wall: of, PageSize: 2, Cursor: cursor})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range r.GetNominations() {
				seen[n.GetId()] = true
			}
			cursor = r.GetNextCursor()
		}
		if len(seen) != want {
			t.Errorf("%s: %d wait, want %d", of, len(seen), want)
		}
	}
}

func TestApprovalsAndOptOutsPublishEvents(t *testing.T) {
	w := newEnvironment(t)
	optedOut := w.newEntry(t, "@out")
	if _, err := w.operator.OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: "out"}); err != nil {
		t.Fatal(err)
	}
	received := make(map[string]string)
	testkit.ReadTopic(t, testkit.Kafka(t), wallv1.TopicEntry, "the entry was approved and withdrawn",
		func(m kafka.Message) bool {
			for _, h := range m.Headers {
				if h.Key == "event-type" {
					received[string(m.Key)] += string(h.Value) + " "
				}
			}
			const both = "wall.v1.EntryApproved wall.v1.EntryWithdrawn "
			return received[optedOut] == both
		})
}
