package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/works"
)

func TestDecodeListWorksReadsEveryField(t *testing.T) {
	t.Parallel()
	since := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	r := &mediav1.ListWorksRequest{Cursor: "cursor", PageSize: 2, MakerDevice: "device", MakerAccount: "account",
		Lane: "lane", LooksLike: "id", Id: "work", Held: true, Since: timestamppb.New(since)}
	testkit.CheckComplete(t, r)
	in, err := decodeListWorks(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(works.ListInput{Device: "device", Account: "account", Lane: "lane", LooksLike: "id",
		ID: "work", Held: true, Since: since, Cursor: "cursor", Size: 2}, in); diff != "" {
		t.Error(diff)
	}
}

func TestEveryKindAndStateIsKnown(t *testing.T) {
	t.Parallel()
	if len(kinds) != len(mediav1.WorkKind_name)-1 || len(states) != len(mediav1.WorkState_name)-1 {
		t.Errorf("%d kinds and %d states", len(kinds), len(states))
	}
}
