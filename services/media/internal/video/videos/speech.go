package videos

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/xmp"
)

// The limits of speech.
const (
	MaxSpeechBytes = 10 << 20
	MaxSpeech      = 90 * time.Second
	maxSpokenText  = 4000 // UTF-16 code units
	maxFingerprint = 64   // bytes
)

// The errors of speech.
var (
	ErrSpeechNotFound = fault.New(fault.KindNotFound, "SPEECH_NOT_FOUND", "That voice isn't here, or it isn't yours.")
	ErrSpeechTooLarge = fault.New(fault.KindInvalid, "SPEECH_TOO_LARGE",
		"That speech is too long, broh: 90 seconds and 10 MB are the most.")
	ErrNotSpeech = fault.New(fault.KindInvalid, "SPEECH_TYPE_INVALID", "That is no sound we can play, broh.")

	errBadSpeech = fault.New(fault.KindInvalid, "SPEECH_INVALID",
		"A speech needs a UUID, a visitor and a text of at most 4,000 characters.")
)

// Speech is a spoken text. Only its visitor may see it and make videos of it.
type Speech struct {
	ID       uuid.UUID
	Visitor  string
	Sound    uuid.UUID // identifies the bytes, which copies share
	Text     string
	Duration time.Duration // milliseconds, the database's precision
	Words    []speech.Word
	Created  time.Time
	origin.Origin
	ScriptSource ScriptSource
	Fingerprint  []byte // the same for speech that would sound the same; empty to exclude it
}

// ObjectName is the name of the audio's object.
func (s Speech) ObjectName() string { return "speech/" + s.Sound.String() + ".mp3" }

// CaptionsName is the name of the subtitles' object.
func (s Speech) CaptionsName() string { return "speech/" + s.Sound.String() + ".vtt" }

// Objects is the object store as the use cases need it. Objects are never overwritten with other
// bytes.
type Objects interface {
	Put(ctx context.Context, name, contentType string, b []byte) error
	Get(ctx context.Context, name string) ([]byte, error)
}

// SpeechStore is the database as the use cases need it.
type SpeechStore interface {
	// Speech returns a stored speech, or ErrSpeechNotFound.
	Speech(ctx context.Context, id uuid.UUID) (Speech, error)
	// AddSpeech records a speech unless its id exists, and returns the stored one.
	AddSpeech(ctx context.Context, s Speech) (Speech, error)
	// CopySpeech records a copy unless its id exists, and returns the stored one, or
	// ErrSpeechNotFound.
	CopySpeech(ctx context.Context, from Original, c SpeechCopy) (Speech, error)
}

// SpeechService has the use cases of speech.
type SpeechService struct {
	store       SpeechStore
	objects     Objects
	tools       ffmpeg.Tools
	now         func() time.Time
	decodeSlots *semaphore.Weighted // limits the decoding, which needs a core each
}

// NewSpeechService returns the use cases.
func NewSpeechService(store SpeechStore, objects Objects, tools ffmpeg.Tools, now func() time.Time) *SpeechService {
	return &SpeechService{store, objects, tools, now, semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
}

// StoreSpeechInput is a provider's speech with its text.
type StoreSpeechInput struct {
	ID      string // a UUID chosen by the caller
	Visitor string
	Text    string
	Audio   []byte // an mp3; untrusted
	origin.Origin
	ScriptSource ScriptSource
	Fingerprint  []byte
}

// StoreSpeech normalizes the sound, times its words and stores both for the visitor. A repeat with
// the same id returns what is stored.
func (v *SpeechService) StoreSpeech(ctx context.Context, in StoreSpeechInput) (Speech, error) {
	id, err := uuid.Parse(in.ID)
	if err != nil || in.Visitor == "" || !in.IsValid() ||
		!in.ScriptSource.IsValid() || strings.TrimSpace(in.Text) == "" || !text.IsPlain(in.Text) ||
		text.UTF16Length(in.Text) > maxSpokenText ||
		len(in.Fingerprint) > maxFingerprint {
		return Speech{}, errBadSpeech
	}
	if len(in.Audio) > MaxSpeechBytes {
		return Speech{}, ErrSpeechTooLarge
	}
	if stored, err := v.store.Speech(ctx, id); !errors.Is(err, ErrSpeechNotFound) {
		return stored, err
	}
	mp3, cues := speech.Cut(in.Audio)
	created := v.now()
	sound, err := v.decodeSpeech(ctx, mp3, in.Mark(created))
	if err != nil {
		return Speech{}, err
	}
	length := speech.Length(len(sound.Samples), ffmpeg.SoundRate)
	if length > MaxSpeech {
		return Speech{}, ErrSpeechTooLarge
	}
	// Each attempt has bytes of its own: a worker that was taken for dead must not overwrite those of the one
	// that took its place.
	s := Speech{ID: id, Visitor: in.Visitor, Sound: uuid.New(), Text: in.Text, Duration: length.Round(time.Millisecond),
		Created: created, Origin: in.Origin, ScriptSource: in.ScriptSource, Fingerprint: in.Fingerprint}
	s.Words = speech.Words(in.Text, cues, speech.Silences(sound.Samples, ffmpeg.SoundRate), s.Duration)
	if err := v.objects.Put(ctx, s.ObjectName(), "audio/mpeg", sound.MP3); err != nil {
		return Speech{}, err
	}
	if err := v.objects.Put(ctx, s.CaptionsName(), "text/vtt", speech.WebVTT(s.Words)); err != nil {
		return Speech{}, err
	}
	return v.store.AddSpeech(ctx, s)
}

// decodeSpeech decodes a sound when a core is free, and marks the result.
func (v *SpeechService) decodeSpeech(ctx context.Context, mp3 []byte, mark xmp.Mark) (ffmpeg.Sound, error) {
	if len(mp3) < 2 || mp3[0] != 0xff || mp3[1]&0xe0 != 0xe0 { // a frame begins with 11 ones
		return ffmpeg.Sound{}, ErrNotSpeech
	}
	if err := v.decodeSlots.Acquire(ctx, 1); err != nil {
		return ffmpeg.Sound{}, err
	}
	defer v.decodeSlots.Release(1)
	sound, err := v.tools.Voice(ctx, mp3, MaxSpeech, mark.SoundTags())
	if errors.Is(err, ffmpeg.ErrSilent) {
		err = ErrNotSpeech.WithCause(err)
	}
	return sound, err
}

// CopySpeechInput identifies a speech and the copy's visitor.
type CopySpeechInput struct {
	ID          string // of the copy, a UUID chosen by the caller
	From        string // the id of the original; may be empty with a fingerprint
	Fingerprint []byte // of the original
	Visitor     string
	// ScriptSource is who wrote the text for this visitor. What AI wrote for the original's is AI's in
	// every copy.
	ScriptSource ScriptSource
}

// Original identifies the speech to copy: the newest with the fingerprint, or else the one with the
// id. A copy of one without a fingerprint gets this one.
type Original struct {
	Fingerprint []byte    // may be empty
	ID          uuid.UUID // may be zero
}

// SpeechCopy is a copy to be made.
type SpeechCopy struct {
	ID           uuid.UUID
	Visitor      string
	ScriptSource ScriptSource
	Created      time.Time
}

// CopySpeech copies a speech to another visitor. A repeat with the same id returns what is stored.
func (v *SpeechService) CopySpeech(ctx context.Context, in CopySpeechInput) (Speech, error) {
	id, err := uuid.Parse(in.ID)
	if err != nil || in.Visitor == "" || !in.ScriptSource.IsValid() || len(in.Fingerprint) > maxFingerprint {
		return Speech{}, errBadSpeech
	}
	from := Original{Fingerprint: in.Fingerprint}
	if from.ID, err = uuid.Parse(in.From); err != nil && len(in.Fingerprint) == 0 {
		return Speech{}, ErrSpeechNotFound
	}
	return v.store.CopySpeech(ctx, from, SpeechCopy{id, in.Visitor, in.ScriptSource, v.now()})
}
