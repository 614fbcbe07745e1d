package main

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// fakeWorks plays the media service behind the operators' port.
type fakeWorks struct {
	mediav1.UnimplementedWorkOperatorServiceServer
	*fakeWall
}

func (p fakeWorks) ListWorks(
	ctx context.Context, r *mediav1.ListWorksRequest,
) (*mediav1.ListWorksResponse, error) {
	if r.GetMakerDevice() == "flood" {
		return newFakeFlood(r.GetCursor()), p.record(ctx, "works", r.GetMakerDevice(), r.GetCursor())
	}
	if r.GetMakerDevice() == "hidden-flood" {
		return newFakeHiddenFlood(r.GetCursor()), nil
	}
	one := &mediav1.Work{Kind: mediav1.WorkKind_WORK_KIND_PICTURE, Id: "p1", Texts: []string{"gm"},
		State: mediav1.WorkState_WORK_STATE_HIDDEN, MakerDevice: "dd", CreateTime: timestamppb.Now()}
	switch r.GetId() {
	case heldID:
		one.State = mediav1.WorkState_WORK_STATE_HELD
	case filmID:
		one.Kind = mediav1.WorkKind_WORK_KIND_VIDEO
	case goneID, noneID:
		return &mediav1.ListWorksResponse{}, nil
	}
	return &mediav1.ListWorksResponse{Works: []*mediav1.Work{one}},
		p.record(ctx, "works", r.GetMakerDevice()+r.GetMakerAccount(), r.GetLane()+r.GetLooksLike())
}

func TestPictureListLooksThroughWorks(t *testing.T) {
	s, run := newEnvironment(t)
	for line, want := range map[string]string{
		"":                   "ada works  ",
		"--device dd":        "ada works dd ",
		"--account a1":       "ada works a1 ",
		"--lane l1 --size 2": "ada works  l1",
		"--like p2":          "ada works  p2",
	} {
		said, err := run(append([]string{"picture", "list", "--as", "ada"}, strings.Fields(line)...)...)
		if err != nil || !strings.Contains(said, "picture  p1") || !strings.Contains(said, "hidden") {
			t.Errorf("%q: %v\n%s", line, err, said)
		}
		if last := s.requests[len(s.requests)-1]; last != want {
			t.Errorf("%q asked %q", line, last)
		}
	}
	if said, err := run("picture", "list", "--as", "ada", "--lane", "l1", "--device", "d"); err == nil {
		t.Errorf("two filters at once: %s", said)
	}
}
