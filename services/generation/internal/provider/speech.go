package provider

import (
	"bytes"
	"context"
	"io"
	"mime"

	"github.com/openai/openai-go/v3"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"mcwick.example/services/generation/internal/generation"
)

// maxSpeech bounds a sound, in bytes, as media does.
const maxSpeech = 10 << 20

// Speak has a text said.
func (c *Client) Speak(ctx context.Context, text string) (audio []byte, err error) {
	ctx, end := c.span(ctx, semconv.GenAIOperationNameGenerateContent, c.config.SpeechModel, semconv.GenAIOutputTypeSpeech)
	defer func() { end(err) }()
	ctx, cancel := context.WithTimeout(ctx, c.config.SpeechTimeout)
	defer cancel()
	answer, err := c.api.Audio.Speech.New(ctx, openai.AudioSpeechNewParams{
		Input:          text,
		Model:          c.config.SpeechModel,
		Voice:          openai.AudioSpeechNewParamsVoiceUnion{OfAudioSpeechNewsVoiceString2: openai.String(generation.VoiceName)},
		Speed:          openai.Float(generation.VoiceSpeed),
		ResponseFormat: openai.AudioSpeechNewParamsResponseFormatMP3,
	})
	if err != nil {
		return nil, translate(err)
	}
	defer answer.Body.Close()
	audio, err = io.ReadAll(io.LimitReader(answer.Body, maxSpeech+1))
	switch kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); {
	case err != nil:
		return nil, translate(err)
	case len(audio) > maxSpeech:
		return nil, generation.ErrSpeechTooLarge
	case kind != "audio/mpeg" && kind != "application/octet-stream" || !isMP3(audio):
		return nil, generation.ErrNotSpeech
	}
	return audio, nil
}

// isMP3 looks at the first bytes: a tag, or a frame, which begins with 11 ones.
func isMP3(b []byte) bool {
	return bytes.HasPrefix(b, []byte("ID3")) || len(b) > 1 && b[0] == 0xff && b[1]&0xe0 == 0xe0
}
