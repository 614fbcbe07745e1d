package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"syscall"

	"github.com/openai/openai-go/v3"

	"mcwick.example/platform/fault"
	"mcwick.example/services/generation/internal/generation"
)

// errAnswerTooLarge ends the reading of an answer that is over maxAnswer.
var errAnswerTooLarge = errors.New("the answer is larger than any picture")

// translate gives the fault for what the SDK reported. Its texts are safe for logs: they carry a
// status and neither the key nor the prompt.
func translate(err error) error {
	var api *openai.Error
	var dns *net.DNSError
	switch {
	case errors.As(err, &api):
		return byAnswer(api).With(err)
	case errors.Is(err, errAnswerTooLarge):
		return generation.ErrTooLarge.With(err)
	case errors.Is(err, context.DeadlineExceeded):
		return generation.ErrTimeout.With(err)
	case errors.Is(err, syscall.ECONNREFUSED), errors.As(err, &dns):
		return generation.ErrUnreachable.With(err)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return generation.ErrNetwork.With(err)
	default:
		return generation.ErrImage.With(err)
	}
}

// refusals are the codes that say that the words of a prompt were refused, of the current and the legacy models.
var refusals = []string{"moderation_blocked", "content_policy_violation"}

// unpaid are the codes of an account without money, which no repeat helps.
var unpaid = []string{"insufficient_quota", "billing_hard_limit_reached"}

// retired are the codes of a model that does not exist, or does no longer.
var retired = []string{"model_not_found", "model_deprecated", "model_retired"}

func byAnswer(e *openai.Error) *fault.Error {
	switch status := e.StatusCode; {
	case slices.Contains(retired, e.Code):
		return generation.ErrModel
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return generation.ErrKey
	case slices.Contains(unpaid, e.Code):
		return generation.ErrQuota
	case status == http.StatusRequestTimeout:
		return generation.ErrTimeout
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return generation.ErrProviderBusy
	case status >= 500:
		return generation.ErrImage
	case slices.Contains(refusals, e.Code):
		return generation.ErrRefused
	default:
		return generation.ErrRejected
	}
}

// capped is a transport whose answers end with errAnswerTooLarge instead of filling the memory.
type capped struct{ http.RoundTripper }

func (c capped) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = &cappedBody{ReadCloser: resp.Body, left: maxAnswer}
		if resp.StatusCode >= http.StatusBadRequest {
			err = keepStatus(resp)
		}
	}
	return resp, err
}

// maxRefusal bounds the body of a refusal, in bytes; a longer one is cut, and is none of the provider's own.
const maxRefusal = 64 << 10

// keepStatus gives a refusal that has another form than the provider's, such as a proxy's page, an empty one of that form: the SDK would
// forget its status, and a call that was refused would count as one that may have been paid.
func keepStatus(resp *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return err
	}
	var refusal struct {
		Error map[string]any `json:"error"`
	}
	if json.Unmarshal(body, &refusal) != nil || refusal.Error == nil {
		body = []byte(`{"error":{"message":"the answer is no error of the API"}}`)
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return nil
}

type cappedBody struct {
	io.ReadCloser
	left int64
}

func (b *cappedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errAnswerTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
