package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/videos"
)

// operatorServer serves the operators' calls about videos and their backgrounds; the contract
// describes each call.
type operatorServer struct {
	mediav1.UnsafeVideoOperatorServiceServer // a missing method does not compile
	templates                                *videos.Templates
	videos                                   *videos.Videos
	chain                                    rpc.Chain
}

// NewOperatorServer registers each use case behind the chain.
func NewOperatorServer(s *videos.Templates, videos *videos.Videos, chain rpc.Chain) mediav1.VideoOperatorServiceServer {
	return &operatorServer{templates: s, videos: videos, chain: chain}
}

func (s *operatorServer) AddTemplate(ctx context.Context, r *mediav1.AddTemplateRequest) (*mediav1.Template, error) {
	return rpc.Call(ctx, s.chain, r, decodeAddTemplate, s.templates.Add, encodeTemplate)
}

func (s *operatorServer) ListTemplates(
	ctx context.Context, r *mediav1.ListTemplatesRequest,
) (*mediav1.ListTemplatesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListTemplates, s.templates.List, encodeTemplates)
}

func (s *operatorServer) RemoveTemplate(ctx context.Context, r *mediav1.RemoveTemplateRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRemoveTemplate, rpc.NoContent(s.templates.Remove), rpc.EncodeNoContent)
}

func (s *operatorServer) RemoveVideo(ctx context.Context, r *mediav1.RemoveVideoRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRemoveVideo, rpc.NoContent(s.videos.Remove), rpc.EncodeNoContent)
}

func (s *operatorServer) RepublishVideos(
	ctx context.Context, r *mediav1.RepublishVideosRequest,
) (*mediav1.RepublishVideosResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeRecords, s.videos.Republish, encodeRepublished)
}

func (s *operatorServer) RemoveMissingVideos(
	ctx context.Context, r *mediav1.RemoveMissingVideosRequest,
) (*mediav1.RemoveMissingVideosResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeRemoveMissing, s.videos.RemoveMissing, encodeMissing)
}

func (s *operatorServer) ShowVideo(
	ctx context.Context, r *mediav1.ShowVideoRequest,
) (*mediav1.ShowVideoResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeShowVideo, s.videos.Show, encodePiece)
}

func decodeAddTemplate(_ context.Context, r *mediav1.AddTemplateRequest) (videos.AddTemplateInput, error) {
	return videos.AddTemplateInput{Category: r.GetCategory(), Clip: r.GetClip(), Note: r.GetNote()}, nil
}

func decodeListTemplates(_ context.Context, r *mediav1.ListTemplatesRequest) (videos.ListTemplatesInput, error) {
	return videos.ListTemplatesInput{After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func decodeRemoveTemplate(_ context.Context, r *mediav1.RemoveTemplateRequest) (videos.RemoveTemplateInput, error) {
	return videos.RemoveTemplateInput{ID: r.GetTemplateId(), Note: r.GetNote()}, nil
}

func decodeRemoveVideo(_ context.Context, r *mediav1.RemoveVideoRequest) (videos.RemoveVideoInput, error) {
	return videos.RemoveVideoInput{ID: r.GetVideoId(), Note: r.GetNote()}, nil
}

// recordsRequest requests one page of all shared videos.
type recordsRequest interface {
	GetAfterId() string
	GetPageSize() int32
	GetNote() string
}

func decodeRecords[R recordsRequest](_ context.Context, r R) (videos.RecordsInput, error) {
	return videos.RecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func decodeRemoveMissing(ctx context.Context, r *mediav1.RemoveMissingVideosRequest) (videos.RecordsInput, error) {
	in, err := decodeRecords(ctx, r)
	in.DryRun = r.GetDryRun()
	return in, err
}

func encodeRepublished(ids []uuid.UUID) *mediav1.RepublishVideosResponse {
	out := &mediav1.RepublishVideosResponse{Republished: int32(len(ids))}
	if len(ids) > 0 {
		out.LastId = ids[len(ids)-1].String()
	}
	return out
}

func encodeMissing(found videos.MissingPage) *mediav1.RemoveMissingVideosResponse {
	out := &mediav1.RemoveMissingVideosResponse{}
	for _, id := range found.Removed {
		out.RemovedIds = append(out.RemovedIds, id.String())
	}
	if found.Last != uuid.Nil {
		out.LastId = found.Last.String()
	}
	return out
}

var files = map[mediav1.VideoFile]videos.File{
	mediav1.VideoFile_VIDEO_FILE_POSTER:   videos.FilePoster,
	mediav1.VideoFile_VIDEO_FILE_CAPTIONS: videos.FileCaptions,
}

func decodeShowVideo(_ context.Context, r *mediav1.ShowVideoRequest) (videos.ShowInput, error) {
	return videos.ShowInput{ID: r.GetVideoId(), File: files[r.GetFile()], Offset: r.GetOffset()}, nil
}

func encodePiece(p videos.Piece) *mediav1.ShowVideoResponse {
	return &mediav1.ShowVideoResponse{Content: p.Bytes, Size: p.Size, ContentType: p.ContentType}
}

func encodeTemplate(t videos.Template) *mediav1.Template {
	return &mediav1.Template{Id: t.ID.String(), Category: t.Category, ObjectName: t.ObjectName,
		CreateTime: timestamppb.New(t.Created)}
}

func encodeTemplates(p videos.TemplatePage) *mediav1.ListTemplatesResponse {
	out := &mediav1.ListTemplatesResponse{NextCursor: p.Next}
	for _, t := range p.Templates {
		out.Templates = append(out.Templates, encodeTemplate(t))
	}
	return out
}
