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
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/moderation/api/wordfilter"
)

// KindVideo is the job that makes a video.
const KindVideo jobs.Kind[VideoInput, VideoResult] = "video"

// Prefixes are those of the names of all objects here, in their order.
var Prefixes = []string{"speech/", "templates/", "videos/"}

// VideoTitle is what every video is called.
const VideoTitle = "BicTok Video"

// The faults of videos.
var (
	ErrNoTemplate    = fault.New(fault.KindPrecondition, "VIDEO_TEMPLATE_MISSING", "No video template found")
	ErrVideoFailed   = fault.New(fault.KindUnavailable, "VIDEO_FAILED", "Failed to generate video")
	ErrVideoNotFound = fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "That video isn't here, or it isn't yours.")
	ErrVideoNotDone  = fault.New(fault.KindPrecondition, "VIDEO_NOT_FINISHED", "That video is still melting, broh. Share it when it is done.")
)

// categories are what may go on behind a video.
var categories = []string{"subway", "minecraft"}

// VideoInput is what a video is made of. Its JSON is the job's input and, hashed, the intent's fingerprint: a field that is added
// later carries omitempty, so that a repeat over a release stays a repeat.
type VideoInput struct {
	Speech   uuid.UUID     `json:"speech"`
	Category string        `json:"category"`
	PFP      string        `json:"pfp"`
	Script   string        `json:"script"`   // as the speech has it
	Duration time.Duration `json:"duration"` // as the speech has it
}

// Video is one that was made.
type Video struct {
	ID          uuid.UUID // the job's
	Visitor     string
	Sound       uuid.UUID // of its speech
	Category    string
	PFP         string
	Description string
	Duration    time.Duration // milliseconds, as the database keeps it
	Created     time.Time
	Source      origin.Source // of the speech
	Shared      *time.Time    // nil while it is not
}

// ObjectName is the video's own object.
func (v Video) ObjectName() string { return "videos/" + v.ID.String() + ".mp4" }

// PosterName is the object of the picture to show before it plays.
func (v Video) PosterName() string { return "videos/" + v.ID.String() + ".webp" }

// CaptionsName is the object of the subtitles, which are those of the speech.
func (v Video) CaptionsName() string { return Speech{Sound: v.Sound}.CaptionsName() }

// SharedObjects are what others may see of a video that is shared. The sound beside it stays its visitor's.
func (v Video) SharedObjects() []string {
	return []string{v.ObjectName(), v.PosterName(), v.CaptionsName()}
}

// VideoStore is what the use cases of videos need of a database.
type VideoStore interface {
	SpeechStore
	// Template returns one of the templates of a category, the same one for the same id as long as
	// there are the same ones, or ErrNoTemplate.
	Template(ctx context.Context, category string, id uuid.UUID) (Template, error)
	// Video returns a video that is done, or ErrVideoNotFound.
	Video(ctx context.Context, id uuid.UUID) (Video, error)
	// AddVideo records a video unless it is there.
	AddVideo(ctx context.Context, v Video) error
	// Share makes a visitor's video public, together with the event that tells of it, unless it is,
	// and returns it; or ErrVideoNotFound.
	Share(ctx context.Context, id uuid.UUID, visitor string, now time.Time) (Video, error)
	// RemoveVideo forgets a video that was shared and has its SharedObjects deleted, together with the
	// event that tells of it and the act of the operator, and returns it; or ErrVideoNotFound.
	RemoveVideo(ctx context.Context, id uuid.UUID, note string, now time.Time) (Video, error)
}

// Deleter deletes objects that a transaction has just given up, as far as the store is quick.
type Deleter interface {
	DeleteNow(ctx context.Context, names ...string)
}

// Videos is the use cases that visitors and operators reach; the work itself is a Filmmaker's.
type Videos struct {
	store   VideoStore
	deleter Deleter
	hidden  *hidden.Set
	queue   *jobs.Queue
	words   *wordfilter.Checker
	now     func() time.Time
}

// NewVideos makes the use cases; what is said in videos that are shared passes the checker.
func NewVideos(
	store VideoStore, deleter Deleter, hidden *hidden.Set, queue *jobs.Queue, words *wordfilter.Checker, now func() time.Time,
) *Videos {
	return &Videos{store, deleter, hidden, queue, words, now}
}

// CreateVideoInput is one intent of one visitor.
type CreateVideoInput struct {
	Visitor  string
	Lane     string // which queue of people the visitor stands in
	Key      string // the client's name for this intent
	SpeechID string
	Category string
	PFP      string
}

// Validate reports every field that breaks a rule.
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

// Create accepts the work. A repeat of the same intent gives the same job.
func (v *Videos) Create(ctx context.Context, in CreateVideoInput) (jobs.Job, error) {
	if err := in.Validate(); err != nil {
		return jobs.Job{}, err
	}
	s, err := ownSpeech(ctx, v.store, OwnSpeechInput{ID: in.SpeechID, Visitor: in.Visitor})
	if err != nil {
		return jobs.Job{}, err
	}
	if _, err := v.store.Template(ctx, in.Category, s.ID); err != nil {
		return jobs.Job{}, err
	}
	input := VideoInput{Speech: s.ID, Category: in.Category, PFP: in.PFP, Script: s.Text, Duration: s.Duration}
	return v.queue.Add(ctx, KindVideo.Job(jobs.NewJob{Visitor: in.Visitor, Lane: in.Lane, Key: in.Key}, input), nil)
}

// WaitVideoInput is a long poll for one video.
type WaitVideoInput struct {
	ID      string
	Visitor string
	After   int           // the newest version seen
	Wait    time.Duration // how long to wait for a newer one, as jobs.Queue.Wait bounds it
}

// Wait returns a visitor's own video as soon as it is newer, or as it is when the wait is over.
func (v *Videos) Wait(ctx context.Context, in WaitVideoInput) (jobs.Job, error) {
	job, err := v.queue.Wait(ctx, in.ID, in.Visitor, in.After, in.Wait)
	return job, isOwn(err)
}

// OwnVideoInput names a visitor's video.
type OwnVideoInput struct {
	ID      string
	Visitor string
}

// Cancel ends the making of a visitor's own video unless it is final already.
func (v *Videos) Cancel(ctx context.Context, in OwnVideoInput) (jobs.Job, error) {
	job, err := v.queue.Cancel(ctx, in.ID, in.Visitor)
	return job, isOwn(err)
}

// isOwn says of a job that is not there that there is no such video.
func isOwn(err error) error {
	if errors.Is(err, jobs.ErrNotFound) {
		return ErrVideoNotFound
	}
	return err
}

// Share lets everybody see a visitor's own video from now on, unless nobody should read what is said in it. A repeat changes nothing.
func (v *Videos) Share(ctx context.Context, in OwnVideoInput) (Video, error) {
	job, err := v.Wait(ctx, WaitVideoInput{ID: in.ID, Visitor: in.Visitor})
	if err != nil {
		return Video{}, err
	}
	if job.State != jobs.StateSucceeded {
		return Video{}, ErrVideoNotDone
	}
	id := uuid.MustParse(job.ID)
	made, err := v.store.Video(ctx, id)
	if err != nil || made.Shared != nil {
		return made, err
	}
	if err := v.words.Check(ctx, wordfilter.Text{Field: "description", Text: made.Description}); err != nil {
		return Video{}, err
	}
	return v.store.Share(ctx, id, in.Visitor, v.now())
}

// SharedVideo returns a video that its visitor shared.
func (v *Videos) SharedVideo(ctx context.Context, id string) (Video, error) {
	parsed, ok := text.ParseID(id)
	if !ok {
		return Video{}, ErrVideoNotFound
	}
	found, err := v.store.Video(ctx, parsed)
	if err == nil && found.Shared == nil {
		err = ErrVideoNotFound
	}
	return found, err
}

// RemoveVideoInput names a video that was shared.
type RemoveVideoInput struct {
	ID   string
	Note string // at most 400 UTF-16 units; may be empty
}

// Remove takes a shared video from everybody on behalf of an operator, with its subtitles and its poster: from now on their addresses
// answer 410, and their bytes are deleted. The sound stays with its visitor, who alone was shown it.
func (v *Videos) Remove(ctx context.Context, in RemoveVideoInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrVideoNotFound
	}
	removed, err := v.store.RemoveVideo(ctx, id, in.Note, v.now())
	if err != nil {
		return err
	}
	v.hidden.Mark(true, removed.SharedObjects()...)
	v.deleter.DeleteNow(ctx, removed.SharedObjects()...)
	return nil
}
