package aiprovider

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// SpeechRequest asks for a text to be said.
type SpeechRequest struct {
	Model   string
	Text    string
	Voice   string
	Speed   float64       // 1 is the voice's own
	Timeout time.Duration // of the whole call; 0: the context's
}

type speechBody struct {
	Model          string  `json:"model"`
	Input          string  `json:"input"`
	Voice          string  `json:"voice"`
	Speed          float64 `json:"speed"`
	ResponseFormat string  `json:"response_format"`
}

// Speech returns the text as an mp3 file of at most 10 MB. Its bytes decide, whatever type the
// answer claims.
func (c *Client) Speech(ctx context.Context, r SpeechRequest) (audio []byte, err error) {
	o := operation{name: semconv.GenAIOperationNameGenerateContent, model: r.Model}
	o.attributes = append(o.attributes, semconv.GenAIOutputTypeSpeech)
	err = c.call(ctx, o, r.Timeout, func(ctx context.Context) error {
		answer, err := c.post(ctx, "audio/speech", speechBody{r.Model, r.Text, r.Voice, r.Speed, "mp3"})
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if audio, err = io.ReadAll(http.MaxBytesReader(nil, answer.Body, maxSpeech)); err != nil {
			return err
		}
		if isMP3(audio) {
			return nil
		}
		if err := embeddedError(answer.StatusCode, audio); err != nil {
			return err
		}
		return newError(ReasonNotSpeech, nil)
	})
	if err != nil {
		return nil, err
	}
	return audio, nil
}

// isMP3 looks at the first bytes: a tag, or the header of a frame of layer III.
func isMP3(b []byte) bool {
	if bytes.HasPrefix(b, []byte("ID3")) {
		return true
	}
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return false
	}
	version, layer, rate, sampling := b[1]>>3&3, b[1]>>1&3, b[2]>>4, b[2]>>2&3
	return version != 1 && layer == 1 && rate != 15 && sampling != 3 // the reserved values are none
}
