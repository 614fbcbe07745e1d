package videos

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"mcwick.example/mascot"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/video/film"
	"mcwick.example/services/moderation/api/wordfilter"
)

// KindVideo is the job that makes a video.
const KindVideo jobs.Kind[VideoInput, VideoResult] = "video"

// Prefixes are the name prefixes of all objects here, in order.
var Prefixes = []string{"speech/", "templates/", "videos/"}

// VideoTitle is every video's title.
const VideoTitle = "BicTok Video"

// The errors of videos.
var (
	ErrNoTemplate = fault.New(fault.KindPrecondition, "VIDEO_TEMPLATE_MISSING", "No video template found")
	ErrNoGlyphs   = fault.New(fault.KindPrecondition, "VIDEO_GLYPHS_MISSING",
		"Our captions can't write that alphabet yet, broh. The voice is yours to play.")
	ErrVideoFailed   = fault.New(fault.KindUnavailable, "VIDEO_FAILED", "Failed to generate video")
	ErrVideoNotFound = fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "That video isn't here, or it isn't yours.")
	ErrVideoNotDone  = fault.New(fault.KindPrecondition, "VIDEO_NOT_FINISHED",
		"That video is still melting, broh. Share it when it is done.")
	ErrAllMissing = fault.New(fault.KindPrecondition, "VIDEOS_ALL_MISSING",
		"None of the oldest videos has a film in the bucket: check that it is the right one, with the restored objects.")
)

// categories are the categories of backgrounds.
var categories = []string{"subway", "minecraft"}

// VideoInput has the parts of a video. Its JSON is the job's input and, hashed, the intent's
// fingerprint: a new field needs omitempty, so that a retry across a release stays a retry.
type VideoInput struct {
	Speech   uuid.UUID     `json:"speech"`
	Category string        `json:"category"`
	PFP      string        `json:"pfp"`
	Script   string        `json:"script"`   // that of the speech
	Duration time.Duration `json:"duration"` // that of the speech
}

// Video is a finished video.
type Video struct {
	ID           uuid.UUID // the job's
	Visitor      string
	Sound        uuid.UUID // of its speech
	Category     string
	PFP          string
	Description  string
	Duration     time.Duration // milliseconds, the database's precision
	Created      time.Time
	Source       origin.Source // of the speech
	ScriptSource ScriptSource
	Shared       *time.Time // nil while it is not shared
	Account      string     // that shared it, or that its device was linked to later; empty for none
	Handle       string     // of that account, if the video shows it, as it was when it was shared; else empty
	Hidden       *time.Time // since when a decision hides it; nil while none does
}

// ObjectName is the video's own object.
func (v Video) ObjectName() string { return "videos/" + v.ID.String() + ".mp4" }

// PosterName is the name of the poster's object.
func (v Video) PosterName() string { return "videos/" + v.ID.String() + ".webp" }

// CaptionsName is the name of the subtitles' object. It has the video's id and not that of the speech,
// which stays private to its visitor when the video is shared.
func (v Video) CaptionsName() string { return "videos/" + v.ID.String() + ".vtt" }

// formerCaptionsName is the name under which releases before this one stored the subtitles: those of
// the speech are the same.
func (v Video) formerCaptionsName() string { return Speech{Sound: v.Sound}.CaptionsName() }

// SharedObjects returns the objects of a shared video that others may see.
func (v Video) SharedObjects() []string {
	return []string{v.ObjectName(), v.PosterName(), v.CaptionsName()}
}

// VideoStore is the database as the use cases of videos need it.
type VideoStore interface {
	SpeechStore
	ModerationStore
	// Template returns one of the templates of a category, the same one for the same id as long as
	// the set stays the same, or ErrNoTemplate.
	Template(ctx context.Context, category string, id uuid.UUID) (Template, error)
	// Video returns a succeeded video, or ErrVideoNotFound.
	Video(ctx context.Context, id uuid.UUID) (Video, error)
	// AddVideo records a video unless it exists.
	AddVideo(ctx context.Context, v Video) error
	// SharedBy returns up to n videos that an owner shared and did not withdraw, after the cursor, newest
	// first.
	SharedBy(ctx context.Context, by moderation.Owner, after page.TimeCursor, n int) ([]OwnVideo, error)
	// Withdraw deletes an owner's shared video as RemoveVideo does, and returns it; or
	// ErrVideoNotFound. Of one that a decision hides the row stays for a while.
	Withdraw(ctx context.Context, id uuid.UUID, by moderation.Owner, now time.Time) (Video, error)
	// Republish publishes the events of up to n shared videos after an id again, by id, together with
	// the operator's act, and returns their ids.
	Republish(ctx context.Context, after uuid.UUID, n int, note string) ([]uuid.UUID, error)
	// Shared returns up to n videos after an id that were shared and not withdrawn, by id.
	Shared(ctx context.Context, after uuid.UUID, n int) ([]Video, error)
	// RemoveMissing removes a shared video as Withdraw does, together with the operator's act; or returns
	// ErrVideoNotFound.
	RemoveMissing(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Share makes a visitor's video public, together with its event, unless it is public, and
	// returns it; or ErrVideoNotFound.
	Share(ctx context.Context, in Sharing) (Video, error)
	// RemoveVideo deletes a shared video and schedules the deletion of its SharedObjects, together
	// with its event and the operator's act, and returns it; or ErrVideoNotFound.
	RemoveVideo(ctx context.Context, id uuid.UUID, note string, now time.Time) (Video, error)
}

// Deleter deletes objects that a transaction has just scheduled, within a short timeout.
type Deleter interface {
	DeleteNow(ctx context.Context, names ...string)
}

// Videos has the visitors' and operators' use cases; a VideoWorker runs the jobs.
type Videos struct {
	store   VideoStore
	files   Files
	deleter Deleter
	hidden  *hidden.Set
	queue   *jobs.Queue
	words   *wordfilter.Checker
	cases   moderation.Cases
	now     func() time.Time
}

// NewVideos returns the use cases, with a checker for the texts of shared videos, and the moderation
// service's cases.
func NewVideos(
	store VideoStore, files Files, deleter Deleter, hidden *hidden.Set, queue *jobs.Queue, words *wordfilter.Checker,
	cases moderation.Cases, now func() time.Time,
) *Videos {
	return &Videos{store, files, deleter, hidden, queue, words, cases, now}
}

// CreateVideoInput is one intent of one visitor.
type CreateVideoInput struct {
	Visitor  string
	Origin   jobs.Origin
	Key      string // the client's key of this intent
	SpeechID string
	Category string
	PFP      string
}

// Validate reports every invalid field.
func (in CreateVideoInput) Validate() error {
	var bad []fault.Field
	if !slices.Contains(categories, in.Category) {
		bad = append(bad, fault.Field{Name: "category", Message: "Choose subway or minecraft, broh."})
	}
	if !slices.Contains(mascot.Tellers(), in.PFP) {
		bad = append(bad, fault.Field{Name: "pfp", Message: "Choose one of the four candles, broh."})
	}
	return fault.Invalid("VIDEO_INVALID", bad...)
}

// VideoJob is a job that makes a video.
type VideoJob struct {
	jobs.Job
	Input  VideoInput
	Result VideoResult // of a succeeded job
}

// readJob returns the job that the queue returned.
func readJob(job jobs.Job, err error) (VideoJob, error) {
	read := VideoJob{Job: job}
	if err = isOwn(err); err == nil {
		read.Input, err = KindVideo.Input(job)
	}
	if err == nil && job.State == jobs.StateSucceeded {
		read.Result, err = KindVideo.Result(job)
	}
	return read, err
}

// Create accepts the job. A repeat of the same intent returns the same job.
func (v *Videos) Create(ctx context.Context, in CreateVideoInput) (VideoJob, error) {
	if err := in.Validate(); err != nil {
		return VideoJob{}, err
	}
	s, err := ownSpeech(ctx, v.store, OwnSpeechInput{ID: in.SpeechID, Visitor: in.Visitor})
	if err != nil {
		return VideoJob{}, err
	}
	if _, err := v.store.Template(ctx, in.Category, s.ID); err != nil {
		return VideoJob{}, err
	}
	if !film.HasGlyphs(s.Text) {
		return VideoJob{}, ErrNoGlyphs
	}
	input := VideoInput{Speech: s.ID, Category: in.Category, PFP: in.PFP, Script: s.Text, Duration: s.Duration}
	return readJob(v.queue.Add(ctx, KindVideo.Job(jobs.NewJob{Visitor: in.Visitor, Origin: in.Origin, Key: in.Key,
		Size: sizeOf(s.Duration)}, input), nil))
}

// WaitVideoInput is a long poll for one video.
type WaitVideoInput struct {
	ID      string
	Visitor string
	After   int           // the newest known version
	Wait    time.Duration // how long to wait for a newer one, limited by jobs.Queue.Wait
}

// Wait returns a visitor's own video as soon as it is newer, or as it is when the wait is over.
func (v *Videos) Wait(ctx context.Context, in WaitVideoInput) (VideoJob, error) {
	return readJob(v.queue.Wait(ctx, in.ID, in.Visitor, in.After, in.Wait))
}

// OwnVideoInput identifies a visitor's video.
type OwnVideoInput struct {
	ID string
	moderation.Owner
}

// Cancel cancels a visitor's own video unless it is final already.
func (v *Videos) Cancel(ctx context.Context, in OwnVideoInput) (VideoJob, error) {
	return readJob(v.queue.Cancel(ctx, in.ID, in.Visitor))
}

// isOwn converts the error for an unknown job to that for an unknown video.
func isOwn(err error) error {
	if errors.Is(err, jobs.ErrNotFound) {
		return ErrVideoNotFound
	}
	return err
}

// ShareVideoInput identifies a visitor's video, and the network that it is shared from.
type ShareVideoInput struct {
	OwnVideoInput
	Lane   string // empty when unknown
	Handle string // of the account, if the video is to show it
}

// Sharing is a video that its visitor may share.
type Sharing struct {
	ID uuid.UUID
	moderation.Owner
	Handle string
	Lane   string
	Time   time.Time
}

// Share makes a visitor's own video public, unless its text must not be published or was taken down.
// A repeat changes nothing.
func (v *Videos) Share(ctx context.Context, in ShareVideoInput) (Video, error) {
	job, err := v.queue.Wait(ctx, in.ID, in.Visitor, 0, 0)
	if err != nil {
		return Video{}, isOwn(err)
	}
	if job.State != jobs.StateSucceeded {
		return Video{}, ErrVideoNotDone
	}
	id := uuid.MustParse(job.ID)
	made, err := v.store.Video(ctx, id)
	if err != nil {
		return Video{}, err
	}
	may := made.Hidden == nil
	if made.Shared == nil {
		if may, err = v.store.MayShare(ctx, made); err != nil {
			return Video{}, err
		}
	}
	switch {
	case !may:
		return Video{}, ErrVideoHidden
	case made.Shared != nil:
		return made, nil
	}
	shown := []wordfilter.Text{{Field: "description", Text: made.Description}}
	if in.Handle != "" {
		shown = append(shown, wordfilter.Text{Field: "handle", Text: in.Handle})
	}
	if err := v.words.Check(ctx, shown...); err != nil {
		return Video{}, err
	}
	return v.store.Share(ctx, Sharing{ID: id, Owner: in.Owner, Handle: in.Handle, Lane: in.Lane, Time: v.now()})
}

// SharedVideo returns a video that its visitor shared, or ErrVideoGone for one that a decision hides.
func (v *Videos) SharedVideo(ctx context.Context, id string) (Video, error) {
	found, err := v.findShared(ctx, id)
	if err == nil && found.Hidden != nil {
		err = ErrVideoGone
	}
	return found, err
}

// RemoveVideoInput identifies a shared video.
type RemoveVideoInput struct {
	ID   string
	Note string // at most 400 UTF-16 units; may be empty
}

// Remove removes a shared video on behalf of an operator, with its subtitles and its poster: their
// URLs return 410 until their bytes are deleted, at once and without 30 days for an appeal, and then
// 404. The speech stays with its visitor, to whom alone it was served.
func (v *Videos) Remove(ctx context.Context, in RemoveVideoInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrVideoNotFound
	}
	removed, err := v.store.RemoveVideo(ctx, id, in.Note, v.now())
	if err != nil {
		return err
	}
	v.deleteObjects(ctx, removed)
	return nil
}
