package transport

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/decisions"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

var (
	id = uuid.New()
	at = time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
)

func TestEncodersKeepEveryField(t *testing.T) {
	yes := true
	entry := &wallv1.WallEntry{Id: id.String(), XHandle: "@wick", Bio: "Burns", CreateTime: timestamppb.New(at),
		HasAvatar: true}
	testkit.CheckComplete(t, entry)
	if diff := cmp.Diff(entry, encodeEntry(wall.Entry{ID: id, XHandle: "@wick", Bio: "Burns", Created: at,
		HasAvatar: true}), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	nomination := &wallv1.Nomination{
		Id: id.String(), Wall: wallv1.Wall_WALL_SHAME, XHandle: "@wick", Reason: "Burns", IsSelfNomination: true,
		IsHodling: &yes,
		Repeats:   3, ApprovedBy: []string{"ada"}, CreateTime: timestamppb.New(at),
	}
	testkit.CheckComplete(t, nomination)
	if diff := cmp.Diff(nomination, encodeNomination(wall.Nomination{
		ID: id, Wall: wall.Shame, XHandle: "@wick", Reason: "Burns", IsSelfNomination: true, IsHodling: &yes,
		Repeats: 3, ApprovedBy: []string{"ada"}, Created: at,
	}), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	decision := &wallv1.Decision{
		Id: id.String(), Operator: "ada", Act: wallv1.Act_ACT_OPT_OUT, Wall: wallv1.Wall_WALL_FLAME, XHandle: "@wick",
		NominationId: id.String(), Note: "asked", CreateTime: timestamppb.New(at),
	}
	testkit.CheckComplete(t, decision)
	if diff := cmp.Diff(decision, encodeDecision(wall.Decision{
		ID: id, Operator: "ada", Act: wall.ActOptOut, Wall: wall.Flame, XHandle: "@wick", NominationID: id,
		Note: "asked", Created: at,
	}), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	if got := encodeDecision(wall.Decision{}).GetNominationId(); got != "" {
		t.Errorf("an act about a name has the nomination %q", got)
	}
}

func TestEnumsAreMappedCompletely(t *testing.T) {
	for number, name := range wallv1.Wall_name {
		if w := walls[wallv1.Wall(number)]; (w == "") != (number == 0) ||
			decisions.Encode(walls, w) != wallv1.Wall(number) {
			t.Errorf("%s is %q", name, w)
		}
	}
	for number, name := range wallv1.EntryReportReason_name {
		if r := reasons[wallv1.EntryReportReason(number)]; (r == "") != (number == 0) {
			t.Errorf("%s is %q", name, r)
		}
	}
	if len(acts) != len(wallv1.Act_name)-1 {
		t.Errorf("%d acts of %d", len(acts), len(wallv1.Act_name)-1)
	}
}

func TestActsRequireOperator(t *testing.T) {
	ctx := rpc.WithCaller(context.Background(), rpc.Caller{Visitor: "v"})
	if _, err := decodeName(ctx, &wallv1.OptOutRequest{XHandle: "@wick"}); err == nil {
		t.Error("a visitor may act")
	}
}
