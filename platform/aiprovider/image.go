package aiprovider

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// ImageRequest asks for one picture.
type ImageRequest struct {
	Model   string
	Dialect Dialect
	Prompt  string
	Quality string        // empty: standard in the legacy dialect, the provider's choice in the current one
	Size    string        // such as 1024x1024
	User    string        // a salted hash of whom the picture is for; sent in the current dialect
	Timeout time.Duration // of the whole call; 0: the context's
}

// Image asks for one picture and gives its bytes: a PNG, JPEG or WebP file of at most 10 MB. What
// follows the first bytes of such a file is not looked at.
func (c *Client) Image(ctx context.Context, r ImageRequest) (image []byte, err error) {
	o := operation{name: semconv.GenAIOperationNameGenerateContent, model: r.Model}
	o.attributes = append(o.attributes, semconv.GenAIOutputTypeImage)
	err = c.call(ctx, o, r.Timeout, func(ctx context.Context) error {
		var answer *http.Response
		if _, err := c.api.Images.Generate(ctx, r.params(), option.WithResponseBodyInto(&answer)); err != nil {
			return err
		}
		var pictures struct {
			Data []struct {
				Base64 string `json:"b64_json"`
				URL    string `json:"url"`
			} `json:"data"`
		}
		if err := readJSON(answer, maxImageResponse, &pictures); err != nil {
			return err
		}
		if len(pictures.Data) == 0 {
			return newError(ReasonNoImage, nil)
		}
		first := pictures.Data[0]
		image, err = c.decodeImage(ctx, cmp.Or(first.Base64, first.URL), first.Base64 != "")
		return err
	})
	return image, err
}

// params is the request in the model's dialect.
func (r ImageRequest) params() openai.ImageGenerateParams {
	p := openai.ImageGenerateParams{
		Prompt:  r.Prompt,
		Model:   r.Model,
		N:       openai.Int(1),
		Size:    openai.ImageGenerateParamsSize(r.Size),
		Quality: openai.ImageGenerateParamsQuality(r.Quality),
	}
	if r.Dialect == DialectLegacy {
		p.Quality = cmp.Or(p.Quality, openai.ImageGenerateParamsQualityStandard) //nolint:staticcheck // this dialect is for the models that still take it
		p.ResponseFormat = openai.ImageGenerateParamsResponseFormatB64JSON
		return p
	}
	p.OutputFormat = openai.ImageGenerateParamsOutputFormatPNG
	if r.User != "" {
		p.SafetyIdentifier = openai.String(r.User)
	}
	return p
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
