package aiprovider

import (
	"strings"
	"testing"
)

// Verifies LIMIT-14.
func TestSpeechIsDetectedAsMP3(t *testing.T) {
	const tagged, frame = "ID3\x04 a voice", "\xff\xfb\x90\x64 a voice"
	for name, c := range map[string]struct {
		contentType, body string
		reason            Reason
	}{
		"audio/mpeg":                {"audio/mpeg", tagged, ""},
		"without a tag":             {"audio/mpeg", frame, ""},
		"audio/mp3":                 {"audio/mp3; charset=binary", frame, ""},
		"octet-stream":              {"application/octet-stream", tagged, ""},
		"without a type":            {"", frame, ""},
		"MPEG 2, layer III":         {"audio/mpeg", "\xff\xf3\x40\xc0", ""},
		"a web page":                {"audio/mpeg", "<html>", ReasonNotSpeech},
		"a web page in UTF-16":      {"audio/mpeg", "\xff\xfe<\x00h\x00", ReasonNotSpeech},
		"WAV":                       {"audio/mpeg", "RIFF\x00\x00\x00\x00WAVE", ReasonNotSpeech},
		"Ogg":                       {"audio/ogg", "OggS\x00", ReasonNotSpeech},
		"AAC":                       {"audio/aac", "\xff\xf1\x50\x80", ReasonNotSpeech},
		"reserved version":          {"audio/mpeg", "\xff\xeb\x90\x64", ReasonNotSpeech},
		"reserved rate":             {"audio/mpeg", "\xff\xfb\xf0\x64", ReasonNotSpeech},
		"JSON without an error":     {"application/json", `{"audio":null}`, ReasonNotSpeech},
		"nothing":                   {"audio/mpeg", "", ReasonNotSpeech},
		"half of a header":          {"audio/mpeg", "\xff\xfb", ReasonNotSpeech},
		"over 10 MB, though an MP3": {"audio/mpeg", tagged + strings.Repeat("x", 10<<20), ReasonTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			audio, err := serve(t, respond(200, c.contentType, c.body)).Speech(t.Context(),
				SpeechRequest{Model: "tts-1", Text: "hello", Voice: "onyx", Speed: 1})
			if wantError(t, err, c.reason, PaymentDue); c.reason == "" && string(audio) != c.body {
				t.Errorf("got %d bytes", len(audio))
			}
		})
	}
}

// Whatever a success says went wrong, it may have been worked at.
// Verifies LIMIT-13.
func TestSpeechErrorInsideSuccess(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		reason Reason
	}{
		"no money":       {`{"error":{"message":"x","code":"insufficient_quota"}}`, ReasonQuota},
		"words":          {"\n " + `{"error":"no voice"}`, ReasonServer},
		"refused prompt": {`{"error":{"message":"x","code":"content_policy_violation"}}`, ReasonRefused},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := serve(t, respond(200, "audio/mpeg", c.body)).Speech(t.Context(),
				SpeechRequest{Model: "tts-1", Text: "hello", Voice: "onyx", Speed: 1})
			wantError(t, err, c.reason, PaymentUnknown)
		})
	}
}
