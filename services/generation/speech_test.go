package main

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	textrules "mcwick.example/platform/text"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// fakeSpeechStore is a media service that stores speech in memory.
type fakeSpeechStore struct {
	mediav1.UnimplementedVideoServiceServer
	mu      sync.Mutex
	failure error // returned instead of storing
	busy    int   // how many calls are refused because there are too many at a time
	last    bool  // without fingerprints, as the last release
	stored  map[string]*mediav1.StoreSpeechRequest
	copies  []*mediav1.CopySpeechRequest
}

func (m *fakeSpeechStore) StoreSpeech(_ context.Context, r *mediav1.StoreSpeechRequest) (*mediav1.Speech, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failure != nil {
		return nil, fault.ToStatus(m.failure).Err()
	}
	if err := m.refuseBusy(); err != nil {
		return nil, err
	}
	m.stored[r.GetSpeechId()] = r
	stored := spokenAs(r.GetSpeechId())
	stored.Source = r.GetSource()
	return stored, nil
}

func (m *fakeSpeechStore) CopySpeech(_ context.Context, r *mediav1.CopySpeechRequest) (*mediav1.Speech, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.refuseBusy(); err != nil {
		return nil, err
	}
	if m.stored[r.GetSpeechId()] == nil && m.stored[r.GetFromSpeechId()] == nil && !m.said(r.GetFingerprint()) {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "SPEECH_NOT_FOUND", "no")).Err()
	}
	m.copies = append(m.copies, r)
	m.stored[r.GetSpeechId()] = &mediav1.StoreSpeechRequest{}
	return spokenAs(r.GetSpeechId()), nil
}

// refuseBusy returns what a service with too many calls at a time answers.
func (m *fakeSpeechStore) refuseBusy() error {
	if m.busy == 0 {
		return nil
	}
	m.busy--
	return fault.ToStatus(fault.New(fault.KindLimited, "BUSY", "The service is busy.")).Err()
}

// said reports whether speech with the fingerprint is stored.
func (m *fakeSpeechStore) said(fingerprint []byte) bool {
	for _, stored := range m.stored {
		if !m.last && len(fingerprint) > 0 && bytes.Equal(stored.GetFingerprint(), fingerprint) {
			return true
		}
	}
	return false
}

func spokenAs(id string) *mediav1.Speech {
	return &mediav1.Speech{
		Id: id, ObjectName: "speech/x.mp3", CaptionsObjectName: "speech/x.vtt",
		Duration: durationpb.New(1500 * time.Millisecond),
		Words: []*mediav1.SpokenWord{{Text: "Hello,", Start: durationpb.New(0), End: durationpb.New(time.Second)},
			{Text: "broh.", Start: durationpb.New(time.Second), End: durationpb.New(1400 * time.Millisecond)}},
	}
}

// wholeSpeech is a job's speech as pages of the last release read it.
//
//nolint:staticcheck // the deprecated fields go with the next release
func wholeSpeech(id string) *generationv1.JobSpeech {
	return &generationv1.JobSpeech{
		Id: id, ObjectName: "speech/x.mp3", CaptionsObjectName: "speech/x.vtt",
		Duration: durationpb.New(1500 * time.Millisecond),
		Source:   "ai", // as media reports it
		Words: []*generationv1.JobWord{{Text: "Hello,", Start: durationpb.New(0), End: durationpb.New(time.Second)},
			{Text: "broh.", Start: durationpb.New(time.Second), End: durationpb.New(1400 * time.Millisecond)}},
	}
}

func say(text string) *generationv1.CreateJobRequest {
	speech := &generationv1.SpeechInput{Text: text}
	return &generationv1.CreateJobRequest{Input: &generationv1.CreateJobRequest_Speech{Speech: speech}}
}

// sound returns a handler that responds with so many bytes, beginning with the prefix.
func sound(kind, prefix string, size int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(append([]byte(prefix), bytes.Repeat([]byte("x"), size)...))
	}
}

var mp3 = sound("audio/mpeg", "ID3", 100)

// Verifies SPEECH-10.
func TestSpeechJobStoresSpeech(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(mp3)
	job := w.awaitSuccess(t, say("Hello, broh."))
	want := wholeSpeech(job.GetId())
	testkit.CheckComplete(t, want)
	if diff := cmp.Diff(want, job.GetSpeech(), protocmp.Transform()); diff != "" {
		t.Errorf("%v (-want +got):\n%s", job, diff)
	}
	requested := map[string]any{"model": "tts-1", "input": "Hello, broh.", "voice": "onyx", "speed": 1.0,
		"response_format": "mp3"}
	if diff := cmp.Diff(requested, w.provider.bodies[0]); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	stored := w.sounds.stored[job.GetId()]
	if stored.GetVisitorId() != "ann" || stored.GetText() != "Hello, broh." || len(stored.GetAudio()) != 103 ||
		stored.GetSource() != "ai" || stored.GetGenerator() != "tts-1" {
		t.Errorf("stored %v", stored)
	}
	// 12 characters at 15 micro-dollars.
	if got := w.calls(t); len(got) != 1 || got[0] != "settled speech tts-1 180" {
		t.Errorf("ledger %v", got)
	}
}

// TestSpeechSaysWhoWroteItsText has AI write a script, which is then spoken as it is, in other lines,
// with one more word, and again, as a copy.
// Verifies AI-10.
func TestSpeechSaysWhoWroteItsText(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(writes(story(80), "stop"))
	script := w.awaitSuccess(t, haunted()).GetScript().GetText()
	w.provider.respondWith(mp3)
	lines := strings.Replace(script, " ", "\n", 1)
	for _, c := range []struct{ name, text, want string }{
		{"as AI wrote it", script, "ai"},
		{"in other lines", lines, "ai"},
		{"with a word of the visitor's", script + " Broh.", "visitor"},
		{"typed", "Hello, broh.", "visitor"},
	} {
		job := w.awaitSuccess(t, say(c.text))
		if got := w.sounds.stored[job.GetId()].GetScriptSource(); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	w.awaitSuccess(t, say(script)) // is stored already
	if copied := w.sounds.copies; len(copied) != 1 || copied[0].GetScriptSource() != "ai" {
		t.Errorf("copies: %v", copied)
	}
}

// Verifies SPEECH-15.
func TestRepeatedSpeechCostsNothing(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(mp3)
	first := w.awaitSuccess(t, say("Hello, broh."))
	testkit.Eventually(t, "it was paid", func() bool { return w.spending(t) == "reserved 0, spent 180" })
	again := w.awaitSuccess(t, say("Hello, broh."))
	if again.GetSpeech().GetId() != again.GetId() || w.provider.calls() != 1 || len(w.calls(t)) != 1 {
		t.Errorf("%v, asked %d times, ledger %v", again, w.provider.calls(), w.calls(t))
	}
	fingerprint := w.sounds.stored[first.GetId()].GetFingerprint()
	if c := w.sounds.copies; len(c) != 1 || !bytes.Equal(c[0].GetFingerprint(), fingerprint) || len(fingerprint) == 0 ||
		c[0].GetVisitorId() != "ann" {
		t.Errorf("copied %v", c)
	}
	testkit.Eventually(t, "the reservation is released",
		func() bool { return w.spending(t) == "reserved 0, spent 180" })
	t.Run("another text is paid for", func(t *testing.T) {
		w.awaitSuccess(t, say("Hello, broh!"))
		if w.provider.calls() != 2 {
			t.Errorf("asked %d times", w.provider.calls())
		}
	})
	t.Run("speech that media has deleted is paid for again", func(t *testing.T) {
		w.sounds.mu.Lock()
		clear(w.sounds.stored)
		w.sounds.mu.Unlock()
		if job := w.awaitSuccess(t, say("Hello, broh.")); job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED ||
			w.provider.calls() != 3 {
			t.Errorf("%v, asked %d times", job, w.provider.calls())
		}
	})
}

// Speech of the last release is identified by its id, which that release recorded; media of the
// last release does not support fingerprints.
// Verifies SPEECH-15.
func TestSpeechOfLastReleaseCostsNothing(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]bool{"beside media of the last release": true,
		"beside media of this release": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newEnvironment(t)
			w.sounds.mu.Lock()
			w.sounds.last = last
			w.sounds.mu.Unlock()
			w.provider.respondWith(mp3)
			first := w.awaitSuccess(t, say("Hello, broh."))
			w.sounds.mu.Lock()
			stored := w.sounds.stored[first.GetId()]
			fingerprint := stored.GetFingerprint()
			stored.Fingerprint = nil
			w.sounds.mu.Unlock()
			testkit.Exec(t, w.Database(t), `INSERT INTO spoken (fingerprint, speech_id) VALUES ($1, $2)`, fingerprint,
				first.GetId())
			again := w.awaitSuccess(t, say("Hello, broh."))
			if again.GetSpeech().GetId() != again.GetId() || w.provider.calls() != 1 || len(w.calls(t)) != 1 {
				t.Errorf("%v, asked %d times, ledger %v", again, w.provider.calls(), w.calls(t))
			}
			if c := w.sounds.copies; len(c) != 1 || c[0].GetFromSpeechId() != first.GetId() ||
				!bytes.Equal(c[0].GetFingerprint(), fingerprint) {
				t.Errorf("copied %v", c)
			}
			if other := w.awaitSuccess(t,
				say("Hello, broh!")); other.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED ||
				w.provider.calls() != 2 {
				t.Errorf("another text: %v, asked %d times", other, w.provider.calls())
			}
		})
	}
}

// Verifies SPEECH-12, SPEECH-13, SPEECH-14.
func TestSpeechFailures(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	const failed = "Failed to generate audio. Please try again."
	for name, c := range map[string]failure{
		"wrong key":     {status(401), "PROVIDER_KEY", "OpenAI API key is not configured", "failed", 1},
		"not paid":      {refusal(429, "insufficient_quota"), "PROVIDER_QUOTA", failed, "failed", 1},
		"misunderstood": {status(400), "REQUEST_REJECTED", failed, "failed", 1},
		"busy":          {status(503), "PROVIDER_BUSY", failed, "failed", 3},
		"broken":        {status(500), "SPEECH_FAILED", failed, "unknown", 1},
		"timed out":     {status(408), "PROVIDER_TIMEOUT", "Request timed out", "unknown", 1},
		"cut connection": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "PROVIDER_NETWORK",
			"Network error occurred", "unknown", 1},
		"cut in the middle": {func(w http.ResponseWriter, r *http.Request) {
			mp3(w, r)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, "PROVIDER_NETWORK", "Network error occurred", "unknown", 1},
		"a web page":      {sound("text/html", "<!doctype html>", 9), "SPEECH_TYPE_INVALID", failed, "settled", 1},
		"no mp3":          {sound("audio/mpeg", "RIFF", 9), "SPEECH_TYPE_INVALID", failed, "settled", 1},
		"nothing":         {sound("audio/mpeg", "", 0), "SPEECH_TYPE_INVALID", failed, "settled", 1},
		"more than 10 MB": {sound("audio/mpeg", "ID3", 10<<20), "SPEECH_TOO_LARGE", failed, "settled", 1},
	} {
		t.Run(name, func(t *testing.T) {
			w.provider.respondWith(mp3)
			w.awaitSuccess(t, say("Well, "+name)) // so that no breaker opens
			w.checkFailure(t, c, say("Hello, "+name))
		})
	}
	t.Run("media rejects", func(t *testing.T) {
		w.provider.respondWith(mp3)
		for reason, code := range map[string]string{"SPEECH_TOO_LARGE": "SPEECH_TOO_LARGE",
			"SPEECH_TYPE_INVALID": "SPEECH_TYPE_INVALID", "OTHER": "SPEECH_FAILED"} {
			w.sounds.mu.Lock()
			w.sounds.failure = fault.New(fault.KindInvalid, reason, "media's words")
			w.sounds.mu.Unlock()
			if job := w.awaitSuccess(t, say("Hello, "+reason)); job.GetError().GetCode() != code ||
				job.GetError().GetMessage() != failed {
				t.Error(job)
			}
		}
	})
}

// Verifies SPEECH-13.
func TestSpeechTimeout(t *testing.T) {
	t.Parallel()
	w := newEnvironmentWith(t, false, "32s", "3s")
	w.provider.respondWith(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if job := w.awaitSuccess(t, say("Hello, broh.")); job.GetError().GetCode() != "PROVIDER_TIMEOUT" ||
		job.GetError().GetMessage() != "Request timed out" {
		t.Error(job)
	}
	if got := w.ledger(t); got["unknown"] != 1 || len(got) != 1 || w.provider.calls() != 1 {
		t.Errorf("ledger %v after %d calls", got, w.provider.calls())
	}
}

// Verifies SPEECH-14.
func TestKillDuringSpeechCall(t *testing.T) {
	t.Parallel()
	program := testkit.BuildProgram(t)
	w := prepareEnvironment(t)
	requested := make(chan struct{})
	w.provider.respondWith(func(_ http.ResponseWriter, r *http.Request) {
		close(requested)
		<-r.Context().Done()
	}, mp3)
	kill := w.StartProcess(t, program)
	job, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), say("Hello, broh."))
	if err != nil {
		t.Fatal(err)
	}
	<-requested
	kill()
	w.StartProcess(t, program)
	testkit.EventuallyWithin(t, time.Minute, "the job failed visibly", func() bool {
		job, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && job.GetError().GetCode() == "SPEECH_FAILED"
	})
	if got := w.ledger(t); w.provider.calls() != 1 || got["unknown"] != 1 || len(got) != 1 {
		t.Errorf("asked %d times, ledger %v", w.provider.calls(), got)
	}
}

func TestKillAfterStoringSpeechLosesNothing(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	w.provider.respondWith(mp3)
	job := w.awaitSuccess(t, say("Hello, broh."))
	testkit.Exec(t, w.Database(t),
		`UPDATE jobs SET state = 'running', result = NULL, finished_at = NULL, lease_until = now() - interval '1 s'`)
	testkit.EventuallyWithin(t, time.Minute, "the job has its speech again", func() bool {
		again, err := w.client.WaitJob(withVisitor(t.Context(), ""), &generationv1.WaitJobRequest{JobId: job.GetId()})
		return err == nil && again.GetSpeech().GetId() == job.GetId()
	})
	if w.provider.calls() != 1 {
		t.Errorf("the provider was called %d times", w.provider.calls())
	}
}

// Media that has too many calls at a time loses no speech, neither before nor after it is paid.
func TestBusyMediaLosesNoSpeech(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	setBusy := func(n int) {
		w.sounds.mu.Lock()
		defer w.sounds.mu.Unlock()
		w.sounds.busy = n
	}
	w.provider.respondWith(func(rw http.ResponseWriter, r *http.Request) {
		setBusy(1) // for what is paid
		mp3(rw, r)
	})
	setBusy(1) // for the question whether it was spoken before
	job := w.awaitSuccess(t, say("Hello."))
	if job.GetState() != generationv1.JobState_JOB_STATE_SUCCEEDED || w.provider.calls() != 1 || w.sounds.busy != 0 {
		t.Errorf("%v after %d calls", job, w.provider.calls())
	}
}

// Verifies SPEECH-11.
func TestInvalidSpeechInputMakesNoJob(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	const long = "Keep it to 2,000 characters and 200 words, broh."
	for text, message := range map[string]string{
		"": "Invalid text input", "\n": "Invalid text input",
		strings.Repeat("🕯", 1001): long, strings.Repeat("wax ", 201): long, "bell\x07": textrules.HiddenMessage,
	} {
		_, err := w.client.CreateJob(withVisitor(t.Context(), uuid.NewString()), say(text))
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || e.Message != message ||
			e.Fields[0].Name != "speech.text" {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
