package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// fakeVideos plays the media service behind the operators' port.
type fakeVideos struct {
	mediav1.UnimplementedVideoOperatorServiceServer
	*fakeWall
}

func (p fakeVideos) ListTemplates(
	ctx context.Context, r *mediav1.ListTemplatesRequest,
) (*mediav1.ListTemplatesResponse, error) {
	one := &mediav1.Template{Id: "t1", Category: "subway", CreateTime: timestamppb.Now()}
	return &mediav1.ListTemplatesResponse{Templates: []*mediav1.Template{one}, NextCursor: "c2"},
		p.record(ctx, "templates", r.GetCursor())
}

func (p fakeVideos) AddTemplate(ctx context.Context, r *mediav1.AddTemplateRequest) (*mediav1.Template, error) {
	return &mediav1.Template{Id: "t7"}, p.record(ctx, "add", r.GetCategory(), string(r.GetClip()), r.GetNote())
}

func (p fakeVideos) RemoveTemplate(ctx context.Context, r *mediav1.RemoveTemplateRequest) (*emptypb.Empty, error) {
	if r.GetTemplateId() == "gone" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "TEMPLATE_NOT_FOUND",
			"There is no such template.")).Err()
	}
	return &emptypb.Empty{}, p.record(ctx, "remove", r.GetTemplateId(), r.GetNote())
}

func (p fakeVideos) RemoveVideo(ctx context.Context, r *mediav1.RemoveVideoRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, p.record(ctx, "remove video", r.GetVideoId(), r.GetNote())
}

func (p fakeVideos) ShowVideo(
	ctx context.Context, r *mediav1.ShowVideoRequest,
) (*mediav1.ShowVideoResponse, error) {
	const film = "a film"
	p.takePage(ctx)
	end := min(int(r.GetOffset())+4, len(film))
	return &mediav1.ShowVideoResponse{Content: []byte(film[r.GetOffset():end]), Size: int64(len(film))},
		p.record(ctx, "show video", r.GetVideoId())
}

// RepublishVideos has two pages.
func (p fakeVideos) RepublishVideos(
	ctx context.Context, r *mediav1.RepublishVideosRequest,
) (*mediav1.RepublishVideosResponse, error) {
	err := p.record(ctx, "republish videos", r.GetAfterId(), r.GetNote())
	switch r.GetAfterId() {
	case "":
		return &mediav1.RepublishVideosResponse{Republished: 100, LastId: "v100"}, err
	case "v100":
		return &mediav1.RepublishVideosResponse{Republished: 3, LastId: "v103"}, err
	default:
		return &mediav1.RepublishVideosResponse{}, err
	}
}

// Verifies VIDEO-15.
func TestVideoRepublishReadsAllPages(t *testing.T) {
	s, run := newEnvironment(t)
	said, err := run("video", "republish", "--as", "ada", "--note", "upgrade")
	want := []string{"ada republish videos  upgrade", "ada republish videos v100 upgrade", "ada republish videos v103 upgrade"}
	if err != nil || !strings.Contains(said, "Published again: 103 videos.") || !slices.Equal(s.requests, want) {
		t.Errorf("%v, asked %q\n%s", err, s.requests, said)
	}
}

func TestVideoShowSavesAllPieces(t *testing.T) {
	_, run := newEnvironment(t)
	if said, err := run("video", "show", "v1", "--as", "ada", "--out", "-"); err != nil || said != "a film" {
		t.Errorf("%v, %q", err, said)
	}
}

// Verifies VIDEO-8.
func TestVideoRemove(t *testing.T) {
	s, run := newEnvironment(t)
	said, err := run("video", "remove", "v1", "--as", "ada", "--note", "unkind")
	if err != nil || !strings.Contains(said, "Gone, for good.") ||
		s.requests[len(s.requests)-1] != "ada remove video v1 unkind" {
		t.Errorf("%v, asked %q\n%s", err, s.requests, said)
	}
}

func TestTemplateCommands(t *testing.T) {
	s, run := newEnvironment(t)
	folder := t.TempDir()
	file, large := filepath.Join(folder, "run.mp4"), filepath.Join(folder, "large.mp4")
	for path, size := range map[string]int64{file: 3, large: 10<<20 + 1} {
		testkit.WriteFile(t, path, "mp4")
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, want, says string }{
		{"list --cursor c1", "ada templates c1", "t1  subway"},
		{"list", "ada templates ", "--cursor c2"},
		{"add " + file + " --category subway --note ours", "ada add subway mp4 ours", "It is t7"},
		{"remove t1 --note old", "ada remove t1 old", "Out."},
	} {
		said, err := run(append([]string{"template", "--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(said, c.says) || s.requests[len(s.requests)-1] != c.want {
			t.Errorf("%s: %v, asked %q\n%s", c.line, err, s.requests, said)
		}
	}
	checkRefused(t, s, run, map[string]string{
		"template add " + file:                          "category",
		"template add " + large + " --category subway":  "is no file of at most 10 MB",
		"template add " + folder + " --category subway": "is no file of at most 10 MB",
		"template add none.mp4 --category subway":       "no such file",
		"template remove gone":                          "TEMPLATE_NOT_FOUND",
		"template burn t1":                              "unknown",
	})
}
