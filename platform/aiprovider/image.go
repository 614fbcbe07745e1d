package aiprovider

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// ImageRequest asks for one picture.
type ImageRequest struct {
	Model   string
	Dialect Dialect
	Prompt  string
	Quality string        // empty: standard in the legacy dialect, the provider's choice in the current one
	Size    string        // such as 1024x1024
	User    string        // a pseudonym of whom the picture is for; sent in the current dialect
	Timeout time.Duration // of the whole call; 0: the context's
}

// Picture is one picture.
type Picture struct {
	Bytes     []byte // a PNG, JPEG or WebP file of at most 10 MB; what follows its first bytes is not looked at
	TokensOut int64  // what it took, as the provider counted; 0 when it does not say
}

// Image asks for one picture.
func (c *Client) Image(ctx context.Context, r ImageRequest) (picture Picture, err error) {
	o := operation{name: semconv.GenAIOperationNameGenerateContent, model: r.Model}
	o.attributes = append(o.attributes, semconv.GenAIOutputTypeImage)
	err = c.call(ctx, o, r.Timeout, func(ctx context.Context) error {
		answer, err := c.post(ctx, "images/generations", r.body())
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		var pictures struct {
			Data []struct {
				Base64 string `json:"b64_json"`
				URL    string `json:"url"`
			} `json:"data"`
			Usage json.RawMessage `json:"usage"`
		}
		if err := readJSON(answer, maxImageResponse, &pictures); err != nil {
			return err
		}
		if len(pictures.Data) == 0 {
			return newError(ReasonNoImage, nil)
		}
		var usage struct {
			Out int64 `json:"output_tokens"`
		}
		_ = json.Unmarshal(pictures.Usage, &usage) // servers that are nearly like it have other forms
		picture.TokensOut = usage.Out
		first := pictures.Data[0]
		picture.Bytes, err = c.decodeImage(ctx, cmp.Or(first.Base64, first.URL), first.Base64 != "")
		return err
	})
	return picture, err
}

type imageBody struct {
	Model          string `json:"model"`
	Prompt         string `json:"prompt"`
	N              int    `json:"n"`
	Size           string `json:"size,omitempty"`
	Quality        string `json:"quality,omitempty"`
	ResponseFormat string `json:"response_format,omitempty"`
	OutputFormat   string `json:"output_format,omitempty"`
	User           string `json:"safety_identifier,omitempty"`
}

// body is the request in the model's dialect.
func (r ImageRequest) body() imageBody {
	b := imageBody{Model: r.Model, Prompt: r.Prompt, N: 1, Size: r.Size, Quality: r.Quality}
	if r.Dialect == DialectLegacy {
		b.Quality, b.ResponseFormat = cmp.Or(r.Quality, "standard"), "b64_json"
		return b
	}
	b.OutputFormat, b.User = "png", r.User
	return b
}

// decodeImage returns the bytes of what an answer has: base64, a data URL in either field, or an
// address.
func (c *Client) decodeImage(ctx context.Context, given string, inBase64 bool) (image []byte, err error) {
	encoded, isData := parseDataURL(given)
	switch {
	case given == "":
		return nil, newError(ReasonNoImage, nil)
	case isData:
		given = encoded
	case !inBase64:
		if image, err = c.download(ctx, given); err != nil {
			return nil, err
		}
	}
	if image == nil {
		if image, err = base64.StdEncoding.DecodeString(given); err != nil {
			return nil, newError(ReasonNotAnImage, err)
		}
	}
	if len(image) > maxImage {
		return nil, newError(ReasonTooLarge, nil)
	}
	if !isImage(image) {
		return nil, newError(ReasonNotAnImage, nil)
	}
	return image, nil
}

// parseDataURL returns the base64 of a data URL; those of other encodings have none.
func parseDataURL(address string) (encoded string, isData bool) {
	if len(address) < 5 || !strings.EqualFold(address[:5], "data:") {
		return "", false
	}
	head, encoded, _ := strings.Cut(address, ",")
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		return "", true
	}
	return encoded, true
}

// isImage looks at the first bytes.
func isImage(b []byte) bool {
	switch http.DetectContentType(b) {
	case "image/png", "image/jpeg", "image/webp":
		return true
	}
	return false
}
