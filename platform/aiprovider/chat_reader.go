package aiprovider

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode"

	"github.com/tmaxmax/go-sse"
)

// chunk is what is read of a part of a stream, and of a whole answer alike.
type chunk struct {
	Choices []struct {
		Index   int     `json:"index"`
		Delta   message `json:"delta"`
		Message message `json:"message"`
		Finish  string  `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		In  int64 `json:"prompt_tokens"`
		Out int64 `json:"completion_tokens"`
	} `json:"usage"`
}

type message struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
}

// chatReader is an answer as far as it was read.
type chatReader struct {
	read       func(piece string) error
	response   ChatResponse
	filter     thinkFilter
	chunks     int
	hasContent bool // something was handed to read
	isFinished bool // the provider said that this is all
	isComplete bool // it was read to its end, so that its usage is final
}

// readResponse reads an answer to its end, streamed or whole: its first byte tells.
func (t *chatReader) readResponse(response *http.Response) error {
	body := bufio.NewReader(http.MaxBytesReader(nil, response.Body, maxChat))
	first, err := firstByte(body)
	if err == nil && first == '{' {
		err = t.readWhole(response.StatusCode, body)
	} else if err == nil {
		err = t.readStream(response.StatusCode, body)
	}
	if t.isFinished && !errors.As(err, new(*Error)) && !errors.As(err, new(callerError)) {
		err = nil // the text is complete: a connection that fails now keeps back at most the usage
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case t.chunks == 0:
		return newError(ReasonUnreadable, nil)
	case !t.isFinished:
		return newError(ReasonNetwork, io.ErrUnexpectedEOF)
	}
	if err := t.passOn(t.filter.flush()); err != nil {
		return err
	}
	if !t.hasContent && !t.response.Filtered {
		return newError(ReasonNoContent, nil)
	}
	return nil
}

// firstByte returns the first that is no white space, and leaves it there.
func firstByte(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if !unicode.IsSpace(rune(b)) {
			return b, r.UnreadByte()
		}
	}
}

func (t *chatReader) readWhole(status int, body io.Reader) error {
	b, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	t.isFinished, t.isComplete = true, true
	return t.addChunk(status, b)
}

func (t *chatReader) readStream(status int, body io.Reader) error {
	for event, err := range sse.Read(body, &sse.ReadConfig{MaxEventSize: maxEvent}) {
		if errors.Is(err, bufio.ErrTooLong) {
			return newError(ReasonTooLarge, err)
		}
		if err != nil {
			return err
		}
		data := []byte(strings.TrimSpace(event.Data))
		if len(data) == 0 {
			continue // the standard dispatches no event without data; proxies send some to keep the connection
		}
		if string(data) == "[DONE]" {
			t.isFinished, t.isComplete = true, true
			return nil
		}
		if event.Type == "error" {
			return errorFromBody(status, data)
		}
		if err := t.addChunk(status, data); err != nil {
			return err
		}
	}
	t.isComplete = t.isFinished
	return nil
}

// addChunk reads one chunk.
func (t *chatReader) addChunk(status int, data []byte) error {
	if err := embeddedError(status, data); err != nil {
		return err
	}
	var c chunk
	if err := decodeJSON(data, &c); err != nil {
		return err
	}
	t.chunks++
	t.response.TokensIn, t.response.TokensOut = max(t.response.TokensIn, c.Usage.In),
		max(t.response.TokensOut, c.Usage.Out)
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // only one was asked for
		}
		t.isFinished = t.isFinished || choice.Finish != ""
		t.response.Truncated = t.response.Truncated || choice.Finish == "length"
		t.response.Filtered = t.response.Filtered || choice.Finish == "content_filter" || choice.Delta.Refusal+
			choice.Message.Refusal != ""
		if err := t.passOn(t.filter.filter(choice.Delta.Content + choice.Message.Content)); err != nil {
			return err
		}
	}
	return nil
}

// passOn passes a piece that is not empty to the caller.
func (t *chatReader) passOn(piece string) error {
	if piece == "" {
		return nil
	}
	t.hasContent = true
	if err := t.read(piece); err != nil {
		return callerError{err}
	}
	return nil
}
