package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// searchAudit returns the numbers of a page of the audit.
func (e *caseEnvironment) searchAudit(
	t *testing.T, r *moderationv1.ListAuditEntriesRequest,
) (numbers []int64) {
	t.Helper()
	page, err := e.operator.ListAuditEntries(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range page.GetEntries() {
		numbers = append(numbers, entry.GetNumber())
	}
	return numbers
}

// newAudit returns an environment and a subject: ada hid it and another one, lin restored it, and the
// reports of three networks hid a third one.
func newAudit(t *testing.T) (*caseEnvironment, *moderationv1.Subject) {
	t.Helper()
	e, of := newCaseEnvironment(t), newSubject(picture)
	e.decide(t, of, hide)
	e.decide(t, newSubject(picture), hide)
	lin := *e
	lin.operator = moderationv1.NewCaseOperatorServiceClient(e.DialOperator(t, "token-l"))
	lin.decide(t, of, restore)
	reported := newSubject(picture)
	for n := range 3 {
		e.report(t, reported, fmt.Sprint("device", n), fmt.Sprint("lane", n), true)
	}
	return e, of
}

// Verifies MOD-80.
func TestAuditIsSearched(t *testing.T) {
	t.Parallel()
	e, of := newAudit(t)
	all, err := e.operator.ListAuditEntries(t.Context(), &moderationv1.ListAuditEntriesRequest{})
	if err != nil || len(all.GetEntries()) != 4 {
		t.Fatal(all, err)
	}
	third := all.GetEntries()[2]
	if third.GetOperator() == all.GetEntries()[0].GetOperator() {
		t.Fatal("there is one operator")
	}
	for name, c := range map[string]struct {
		request *moderationv1.ListAuditEntriesRequest
		want    []int64
	}{
		"newest first": {&moderationv1.ListAuditEntriesRequest{NewestFirst: true}, []int64{4, 3, 2, 1}},
		"next page": {&moderationv1.ListAuditEntriesRequest{NewestFirst: true, AfterNumber: 3, PageSize: 1},
			[]int64{2}},
		"operator": {&moderationv1.ListAuditEntriesRequest{Operator: third.GetOperator()}, []int64{3}},
		"action":   {&moderationv1.ListAuditEntriesRequest{Action: hide}, []int64{1, 2, 4}},
		"subject":  {&moderationv1.ListAuditEntriesRequest{Subject: of, NewestFirst: true}, []int64{3, 1}},
		"from":     {&moderationv1.ListAuditEntriesRequest{StartTime: third.GetCreateTime()}, []int64{3, 4}},
		"until":    {&moderationv1.ListAuditEntriesRequest{EndTime: third.GetCreateTime()}, []int64{1, 2}},
		"all at once": {&moderationv1.ListAuditEntriesRequest{Subject: of, Action: hide, AfterNumber: 3,
			NewestFirst: true, Operator: all.GetEntries()[0].GetOperator(), EndTime: timestamppb.New(time.Now())}, []int64{1}},
		"no such subject": {&moderationv1.ListAuditEntriesRequest{Subject: newSubject(picture)}, nil},
	} {
		if diff := cmp.Diff(c.want, e.searchAudit(t, c.request)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Verifies MOD-80.
func TestAuditIsNotSearchedForWhatIsNoSubject(t *testing.T) {
	t.Parallel()
	e := newCaseEnvironment(t)
	_, err := e.operator.ListAuditEntries(t.Context(), &moderationv1.ListAuditEntriesRequest{
		Subject: &moderationv1.Subject{Kind: picture, Id: "x"}})
	if f := fault.From(err); f == nil || f.Reason != "LIST_INVALID" {
		t.Error(err)
	}
}
