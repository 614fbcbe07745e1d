package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// fakeServices is the services behind the gateway, played by the test: what a call answers, and who
// asked.
type fakeServices struct {
	galleryv1.UnimplementedGalleryServiceServer
	generationv1.UnimplementedGenerationServiceServer
	identityv1.UnimplementedIdentityServiceServer
	mediav1.UnimplementedMediaServiceServer
	mediav1.UnimplementedVideoServiceServer
	wallv1.UnimplementedWallServiceServer
	moderationv1.UnimplementedPolicyServiceServer

	mu       sync.Mutex
	requests []metadata.MD
	likes    int32
	images   []*galleryv1.Image
	parent   *galleryv1.Image // of every picture
	err      error
	session  string // hash of the one session that is open
	lookUps  int
	created  time.Time // when the accounts of sessions were made
	lookUp   error     // that the identity service answers to a look-up of a session
	settled  []string  // the visitors whose likes count, in the order of the calls
	accounts []string  // and those of their sessions
	drawn    int       // how many cards
	searched int       // how often histories were asked for
	early    bool      // whether devices have a history
	history  error     // that media answers to a question for one
	pressure *generationv1.Pressure
	policy   *moderationv1.Policy
	// what happens while the current session is read or ended; nil for nothing
	onSession func()
	onWait    func(context.Context) // what a long poll, or a list, waits for; nil for nothing
}

// holdWaits has long polls wait until release is closed.
func (h *fakeServices) holdWaits() (release chan struct{}) {
	release = make(chan struct{})
	h.onWait = func(ctx context.Context) {
		select {
		case <-release:
		case <-ctx.Done():
		}
	}
	return release
}

func (h *fakeServices) record(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	md, _ := metadata.FromIncomingContext(ctx)
	h.requests = append(h.requests, md)
	if h.err != nil {
		return fault.ToStatus(h.err).Err()
	}
	return nil
}

// recordUnserved records calls that the services do not serve, too.
func (h *fakeServices) recordUnserved(
	ctx context.Context, r any, _ *grpc.UnaryServerInfo, serve grpc.UnaryHandler,
) (any, error) {
	response, err := serve(ctx, r)
	if status.Code(err) == codes.Unimplemented {
		_ = h.record(ctx) // the error is that of the call
	}
	return response, err
}

// set changes what the services say from now on.
func (h *fakeServices) set(broken error, images ...*galleryv1.Image) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err, h.images = broken, images
}

// calls is how often the services were asked.
func (h *fakeServices) calls() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.requests)
}

func (h *fakeServices) ListImages(
	ctx context.Context, _ *galleryv1.ListImagesRequest,
) (*galleryv1.ListImagesResponse, error) {
	if h.onWait != nil {
		h.onWait(ctx)
	}
	err := h.record(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	return &galleryv1.ListImagesResponse{Images: h.images}, err
}

func (h *fakeServices) GetImage(ctx context.Context, r *galleryv1.GetImageRequest) (*galleryv1.Image, error) {
	if err := h.record(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, i := range h.images {
		if i.GetId() == r.GetImageId() {
			return i, nil
		}
	}
	return nil, fault.ToStatus(fault.New(fault.KindNotFound, "IMAGE_NOT_FOUND", "no")).Err()
}

func (h *fakeServices) GetRelatedImages(
	ctx context.Context, _ *galleryv1.GetRelatedImagesRequest,
) (*galleryv1.RelatedImages, error) {
	h.mu.Lock()
	related := &galleryv1.RelatedImages{Parent: h.parent, ParentGone: h.parent == nil}
	h.mu.Unlock()
	return related, h.record(ctx)
}

func (h *fakeServices) GetAuthor(ctx context.Context, r *galleryv1.GetAuthorRequest) (*galleryv1.Author, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	author := &galleryv1.Author{Handle: r.GetHandle(), Images: int32(len(h.images))}
	for _, image := range h.images {
		author.Likes += image.GetLikes()
	}
	if len(h.images) > 0 {
		author.Candle = h.images[0]
	}
	return author, nil
}

func (h *fakeServices) SetCandle(ctx context.Context, _ *galleryv1.SetCandleRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

// GetProfile knows the account of @ann alone.
func (h *fakeServices) GetProfile(ctx context.Context, r *identityv1.GetProfileRequest) (*identityv1.Profile, error) {
	if strings.TrimPrefix(r.GetHandle(), "@") != "ann" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "PROFILE_NOT_FOUND", "no")).Err()
	}
	return &identityv1.Profile{Handle: "@ann"}, h.record(ctx)
}

// DrawCard answers what it was asked for, and counts.
func (h *fakeServices) DrawCard(ctx context.Context, r *mediav1.DrawCardRequest) (*httpbody.HttpBody, error) {
	h.mu.Lock()
	h.drawn++
	h.mu.Unlock()
	return &httpbody.HttpBody{ContentType: "image/jpeg", Data: []byte(r.String())}, h.record(ctx)
}

func (h *fakeServices) ListLikes(
	ctx context.Context, _ *galleryv1.ListLikesRequest,
) (*galleryv1.ListLikesResponse, error) {
	return &galleryv1.ListLikesResponse{}, h.record(ctx)
}

func (h *fakeServices) LikeImage(
	ctx context.Context, _ *galleryv1.LikeImageRequest,
) (*galleryv1.LikeImageResponse, error) {
	return &galleryv1.LikeImageResponse{Likes: h.likes}, h.record(ctx)
}

func (h *fakeServices) SettleDevice(
	ctx context.Context, _ *galleryv1.SettleDeviceRequest,
) (*galleryv1.SettleDeviceResponse, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settled = append(h.settled, firstValue(ctx, "mcwick-visitor"))
	h.accounts = append(h.accounts, firstValue(ctx, "mcwick-account"))
	if h.err != nil {
		return nil, fault.ToStatus(h.err).Err()
	}
	return &galleryv1.SettleDeviceResponse{}, nil
}

func (h *fakeServices) GetDeviceHistory(
	context.Context, *galleryv1.GetDeviceHistoryRequest,
) (*galleryv1.GetDeviceHistoryResponse, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.searched++
	if h.err != nil {
		return nil, fault.ToStatus(h.err).Err()
	}
	return &galleryv1.GetDeviceHistoryResponse{HasEarlyLike: h.early}, nil
}

func (h *fakeServices) GetPublisherHistory(
	context.Context, *mediav1.GetPublisherHistoryRequest,
) (*mediav1.GetPublisherHistoryResponse, error) {
	return &mediav1.GetPublisherHistoryResponse{}, h.history
}

func (h *fakeServices) GetPressure(
	context.Context, *generationv1.GetPressureRequest,
) (*generationv1.Pressure, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err != nil {
		return nil, fault.ToStatus(h.err).Err()
	}
	return h.pressure, nil
}

func (h *fakeServices) CreateJob(ctx context.Context, r *generationv1.CreateJobRequest) (*generationv1.Job, error) {
	return &generationv1.Job{Id: "j1", State: generationv1.JobState_JOB_STATE_QUEUED, Version: 1}, h.record(ctx)
}

func (h *fakeServices) DrawFigure(ctx context.Context, _ *generationv1.DrawFigureRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/png", Data: []byte("a candle")}, h.record(ctx)
}

func (h *fakeServices) RenderPreview(ctx context.Context, _ *mediav1.RenderPreviewRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/png", Data: []byte("a picture")}, h.record(ctx)
}

func (h *fakeServices) ReportPublication(
	ctx context.Context, _ *mediav1.ReportPublicationRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

func (h *fakeServices) CancelJob(ctx context.Context, r *generationv1.CancelJobRequest) (*generationv1.Job, error) {
	return &generationv1.Job{Id: r.GetJobId(), State: generationv1.JobState_JOB_STATE_CANCELLED, Version: 2},
		h.record(ctx)
}

func (h *fakeServices) CancelVideo(ctx context.Context, r *mediav1.CancelVideoRequest) (*mediav1.Video, error) {
	return &mediav1.Video{Id: r.GetVideoId(), State: mediav1.VideoState_VIDEO_STATE_CANCELLED, Version: 2},
		h.record(ctx)
}

func (h *fakeServices) ShareVideo(ctx context.Context, r *mediav1.ShareVideoRequest) (*mediav1.SharedVideo, error) {
	return &mediav1.SharedVideo{Id: r.GetVideoId()}, h.record(ctx)
}

func (h *fakeServices) Publish(ctx context.Context, _ *mediav1.PublishRequest) (*mediav1.Publication, error) {
	return &mediav1.Publication{Id: "p1"}, h.record(ctx)
}

func (h *fakeServices) ListPublications(
	ctx context.Context, _ *mediav1.ListPublicationsRequest,
) (*mediav1.ListPublicationsResponse, error) {
	return &mediav1.ListPublicationsResponse{}, h.record(ctx)
}

func (h *fakeServices) WithdrawPublication(
	ctx context.Context, _ *mediav1.WithdrawPublicationRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

func (h *fakeServices) WithdrawSharedVideo(
	ctx context.Context, _ *mediav1.WithdrawSharedVideoRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

// WaitJob moves the job one state on at each call.
func (h *fakeServices) WaitJob(ctx context.Context, r *generationv1.WaitJobRequest) (*generationv1.Job, error) {
	if r.GetJobId() != "j1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "JOB_NOT_FOUND", "no")).Err()
	}
	if h.onWait != nil && r.GetWait().AsDuration() > 0 {
		h.onWait(ctx)
	}
	v := min(r.GetAfterVersion()+1, 3) // the third is final
	job := &generationv1.Job{Id: "j1", State: generationv1.JobState(v), Version: v}
	if job.GetState() == generationv1.JobState_JOB_STATE_SUCCEEDED {
		job.Artwork = &generationv1.JobArtwork{Id: "j1", ObjectName: "ai-generations/j1.png"}
	}
	return job, h.record(ctx)
}

// GetSpeech shows s1 to everybody.
func (h *fakeServices) GetSpeech(ctx context.Context, r *mediav1.GetSpeechRequest) (*mediav1.Speech, error) {
	if r.GetSpeechId() != "s1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "SPEECH_NOT_FOUND", "no")).Err()
	}
	word := &mediav1.SpokenWord{Text: "Gm.", Start: durationpb.New(0), End: durationpb.New(time.Second)}
	return &mediav1.Speech{Id: "s1", ObjectName: "speech/s.mp3", Source: "ai", Words: []*mediav1.SpokenWord{word}},
		h.record(ctx)
}

func (h *fakeServices) CreateVideo(ctx context.Context, _ *mediav1.CreateVideoRequest) (*mediav1.Video, error) {
	return &mediav1.Video{Id: "v1", State: mediav1.VideoState_VIDEO_STATE_QUEUED, Version: 1}, h.record(ctx)
}

// WaitVideo moves the video one state on at each call.
func (h *fakeServices) WaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (*mediav1.Video, error) {
	if r.GetVideoId() != "v1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "no")).Err()
	}
	v := r.GetAfterVersion() + 1
	video := &mediav1.Video{Id: "v1", State: mediav1.VideoState(min(v, 3)), Version: v, Percent: v * 30}
	if video.GetState() == mediav1.VideoState_VIDEO_STATE_SUCCEEDED {
		video.ObjectName, video.CaptionsObjectName, video.PosterObjectName = "videos/v1.mp4", "videos/v1.vtt",
			"videos/v1.webp"
	}
	return video, h.record(ctx)
}

func (h *fakeServices) GetSharedVideoModeration(
	context.Context, *mediav1.GetSharedVideoModerationRequest,
) (*mediav1.PublicationModeration, error) {
	return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "no")).Err()
}

func (h *fakeServices) GetSharedVideo(
	ctx context.Context, r *mediav1.GetSharedVideoRequest,
) (*mediav1.SharedVideo, error) {
	switch r.GetVideoId() {
	case unsharedVideo:
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "no")).Err()
	case hiddenVideo:
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_GONE", "no")).Err()
	}
	source := ""
	if r.GetVideoId() == typedVideo {
		source = "composer"
	}
	return &mediav1.SharedVideo{
		Id: r.GetVideoId(), Source: source, Title: "BicTok Video", ObjectName: "videos/v.mp4", PosterObjectName: "videos/v.webp",
		Description: "Gm & <3. " + strings.Repeat("A wick flickers. ", 20),
	}, h.record(ctx)
}

func (h *fakeServices) ListWallEntries(
	ctx context.Context, r *wallv1.ListWallEntriesRequest,
) (*wallv1.ListWallEntriesResponse, error) {
	e := &wallv1.WallEntry{Id: "e1", XHandle: "@" + r.GetWall().String()}
	return &wallv1.ListWallEntriesResponse{Entries: []*wallv1.WallEntry{e}}, h.record(ctx)
}

func (h *fakeServices) GetAvatar(ctx context.Context, r *wallv1.GetAvatarRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/jpeg", Data: []byte("face of " + r.GetEntryId())}, h.record(ctx)
}

func (h *fakeServices) ReportEntry(ctx context.Context, _ *wallv1.ReportEntryRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

func (h *fakeServices) Nominate(ctx context.Context, _ *wallv1.NominateRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, h.record(ctx)
}

// fakeCases is apart because the wall of the last release has a call of the same name.
type fakeCases struct {
	moderationv1.UnimplementedCaseServiceServer
	services *fakeServices
}

func (c fakeCases) RequestTakedown(
	ctx context.Context, _ *moderationv1.RequestTakedownRequest,
) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, c.services.record(ctx)
}

func (c fakeCases) GetStatistics(
	ctx context.Context, _ *moderationv1.GetStatisticsRequest,
) (*moderationv1.Statistics, error) {
	return &moderationv1.Statistics{Reports: 7}, c.services.record(ctx)
}

// visitor is who the last call was made for.
func (h *fakeServices) visitor() string { return h.lastValue("mcwick-visitor") }

// setPolicy changes what operators have the gateway refuse.
func (h *fakeServices) setPolicy(p *moderationv1.Policy) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.policy = p
}

// breakPolicy has the moderation service be away.
func (h *fakeServices) breakPolicy() { h.setPolicy(nil) }

func (h *fakeServices) GetPolicy(
	_ context.Context, r *moderationv1.GetPolicyRequest,
) (*moderationv1.Policy, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.policy == nil {
		return nil, fault.ToStatus(fault.ErrUnavailable).Err()
	}
	if h.policy.GetVersion() == r.GetKnownVersion() {
		return &moderationv1.Policy{Version: h.policy.GetVersion()}, nil
	}
	return h.policy, nil
}
