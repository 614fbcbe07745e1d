package aiprovider

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"unicode"

	"github.com/openai/openai-go/v3/packages/ssestream"
)

// chunk is what is read of a part of a stream, and of a whole answer alike.
type chunk struct {
	Choices []struct {
		Index   int    `json:"index"`
		Delta   said   `json:"delta"`
		Message said   `json:"message"`
		Finish  string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		In  int64 `json:"prompt_tokens"`
		Out int64 `json:"completion_tokens"`
	} `json:"usage"`
}

type said struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
}

// transcript is an answer as far as it was read.
type transcript struct {
	read     func(piece string) error
	answer   ChatAnswer
	thoughts thinkFilter
	chunks   int
	spoke    bool // something was handed to read
	ended    bool // the provider said that this is all
}

// readAnswer reads an answer to its end, streamed or whole: its first byte tells.
func (t *transcript) readAnswer(response *http.Response) error {
	body := bufio.NewReader(http.MaxBytesReader(nil, response.Body, maxChat))
	first, err := firstByte(body)
	if err == nil && first == '{' {
		err = t.readWhole(response.StatusCode, body)
	} else if err == nil {
		response.Body = io.NopCloser(body)
		err = t.readStream(response)
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case t.chunks == 0:
		return newError(ReasonUnreadable, nil)
	case !t.ended:
		return newError(ReasonNetwork, io.ErrUnexpectedEOF)
	}
	if err := t.hand(t.thoughts.rest()); err != nil {
		return err
	}
	if !t.spoke && !t.answer.Withheld {
		return newError(ReasonNoContent, nil)
	}
	return nil
}

// firstByte gives the first that is no white space, and leaves it there.
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

func (t *transcript) readWhole(status int, body io.Reader) error {
	b, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	t.ended = true
	return t.add(status, b)
}

func (t *transcript) readStream(response *http.Response) error {
	events := ssestream.NewDecoder(response)
	for events.Next() {
		data := bytes.TrimSpace(events.Event().Data)
		if bytes.Equal(data, []byte("[DONE]")) {
			t.ended = true
			return nil
		}
		if events.Event().Type == "error" {
			return readRefusal(response.StatusCode, data)
		}
		if err := t.add(response.StatusCode, data); err != nil {
			return err
		}
	}
	return events.Err()
}

// add reads one chunk.
func (t *transcript) add(status int, data []byte) error {
	if err := errorWithin(status, data); err != nil {
		return err
	}
	var c chunk
	if err := decode(data, &c); err != nil {
		return err
	}
	t.chunks++
	t.answer.TokensIn, t.answer.TokensOut = max(t.answer.TokensIn, c.Usage.In), max(t.answer.TokensOut, c.Usage.Out)
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // only one was asked for
		}
		t.ended = t.ended || choice.Finish != ""
		t.answer.Cut = t.answer.Cut || choice.Finish == "length"
		t.answer.Withheld = t.answer.Withheld || choice.Finish == "content_filter" || choice.Delta.Refusal+choice.Message.Refusal != ""
		if err := t.hand(t.thoughts.filter(choice.Delta.Content + choice.Message.Content)); err != nil {
			return err
		}
	}
	return nil
}

// hand gives the caller what is not empty.
func (t *transcript) hand(piece string) error {
	if piece == "" {
		return nil
	}
	t.spoke = true
	if err := t.read(piece); err != nil {
		return callerError{err}
	}
	return nil
}
