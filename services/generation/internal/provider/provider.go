// Package provider asks an OpenAI-compatible server for pictures, scripts and speech. It is the only place that holds the
// key, it repeats nothing by itself, and it takes every answer for hostile.
package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"mcwick.example/platform/config"
	"mcwick.example/services/generation/internal/generation"
)

// Dialect is which of the two forms of a call a model takes.
type Dialect string

// The dialects.
const (
	DialectLegacy  Dialect = "legacy"  // as the specification has it: response_format, quality standard; max_tokens and penalties
	DialectCurrent Dialect = "current" // always base64, quality by another scale; max_completion_tokens alone
)

// Config names the provider. The key has no default: without one nothing is asked.
type Config struct {
	BaseURL    string        `env:"AI_BASE_URL,required"`
	Key        config.Secret `env:"AI_API_KEY,required"`
	ImageModel string        `env:"AI_IMAGE_MODEL" envDefault:"gpt-image-2.5-flare"`
	Dialect    Dialect       `env:"AI_IMAGE_DIALECT" envDefault:"current"`
	// ImageQuality is low, medium, high, xhigh or max in the current dialect; the legacy one knows only standard.
	ImageQuality string  `env:"AI_IMAGE_QUALITY" envDefault:"medium"`
	ChatModel    string  `env:"AI_CHAT_MODEL" envDefault:"gpt-5.4-mini"`
	ChatDialect  Dialect `env:"AI_CHAT_DIALECT" envDefault:"current"`
	SpeechModel  string  `env:"AI_SPEECH_MODEL" envDefault:"tts-1"`
	// Moderation is the model that judges texts for the other services, or off.
	Moderation string `env:"AI_MODERATION" envDefault:"omni-moderation-latest"`
	// PricesFile has what calls cost, which is what the ledger counts; see Prices.
	PricesFile string `env:"AI_PRICES_FILE"`
	// ImageTimeout bounds one call for a picture, from its beginning to the answer's last byte.
	ImageTimeout time.Duration `env:"AI_IMAGE_TIMEOUT" envDefault:"110s"`
	// ChatTimeout and SpeechTimeout bound one attempt at a script and at a speech alike.
	ChatTimeout   time.Duration `env:"AI_CHAT_TIMEOUT" envDefault:"30s"`
	SpeechTimeout time.Duration `env:"AI_SPEECH_TIMEOUT" envDefault:"30s"`
}

// Validate tells what is wrong with the configuration.
func (c Config) Validate() error {
	var errs []error
	for name, d := range map[string]Dialect{"AI_IMAGE_DIALECT": c.Dialect, "AI_CHAT_DIALECT": c.ChatDialect} {
		if d != DialectLegacy && d != DialectCurrent {
			errs = append(errs, fmt.Errorf("%s must be %s or %s", name, DialectLegacy, DialectCurrent))
		}
	}
	if u, err := url.Parse(c.BaseURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		errs = append(errs, errors.New("AI_BASE_URL must be an address, such as https://api.openai.com/v1"))
	}
	if c.Key == "" {
		errs = append(errs, errors.New("AI_API_KEY must not be empty"))
	}
	if _, err := c.Tariff(); err != nil {
		errs = append(errs, err)
	}
	for name, d := range map[string]time.Duration{"AI_IMAGE_TIMEOUT": c.ImageTimeout, "AI_CHAT_TIMEOUT": c.ChatTimeout, "AI_SPEECH_TIMEOUT": c.SpeechTimeout} {
		if d <= 0 {
			errs = append(errs, fmt.Errorf("%s must be more than nothing", name))
		}
	}
	return errors.Join(errs...)
}

// imageSize is the edge of every picture that is asked for, as the provider writes it.
const imageSize = openai.ImageGenerateParamsSize1024x1024

// quality is what the configured dialect calls it.
func (c Config) quality() openai.ImageGenerateParamsQuality {
	if c.Dialect == DialectLegacy {
		return openai.ImageGenerateParamsQualityStandard //nolint:staticcheck // this dialect is for the models that still take it
	}
	return openai.ImageGenerateParamsQuality(c.ImageQuality)
}

// The limits of an answer, in bytes: a picture that is larger would not be stored, and one of that size takes 14 MB in base64.
const (
	maxImage  = 10 << 20
	maxAnswer = 24 << 20
)

// Client implements generation.Painter, generation.Author and generation.Voice.
type Client struct {
	api      openai.Client
	config   Config
	duration metric.Float64Histogram
}

// New makes a client. Nothing is sent before the first call.
func New(c Config) *Client {
	return &Client{config: c, duration: newDuration(), api: openai.NewClient(
		option.WithBaseURL(c.BaseURL),
		option.WithAPIKey(c.Key.Reveal()),
		option.WithMaxRetries(0), // whether a call may be repeated is the ledger's business
		option.WithHTTPClient(&http.Client{Transport: capped{otelhttp.NewTransport(http.DefaultTransport)}}),
	)}
}

// Image asks for one picture.
func (c *Client) Image(ctx context.Context, prompt, visitor string) (image []byte, err error) {
	ctx, end := c.span(ctx, semconv.GenAIOperationNameGenerateContent, c.config.ImageModel, semconv.GenAIOutputTypeImage)
	defer func() { end(err) }()
	ctx, cancel := context.WithTimeout(ctx, c.config.ImageTimeout)
	defer cancel()
	answer, err := c.api.Images.Generate(ctx, c.params(prompt, visitor))
	if err != nil {
		return nil, translate(err)
	}
	if len(answer.Data) == 0 || answer.Data[0].B64JSON == "" {
		return nil, generation.ErrNoImage
	}
	image, err = base64.StdEncoding.DecodeString(answer.Data[0].B64JSON)
	if err != nil {
		return nil, generation.ErrNotAnImage.With(err)
	}
	if len(image) > maxImage {
		return nil, generation.ErrTooLarge
	}
	return image, nil
}

// params is the request in the configured dialect.
func (c *Client) params(prompt, visitor string) openai.ImageGenerateParams {
	p := openai.ImageGenerateParams{
		Prompt:  prompt,
		Model:   c.config.ImageModel,
		N:       openai.Int(1),
		Size:    imageSize,
		Quality: c.config.quality(),
	}
	if c.config.Dialect == DialectLegacy {
		p.ResponseFormat = openai.ImageGenerateParamsResponseFormatB64JSON
		return p
	}
	p.OutputFormat = openai.ImageGenerateParamsOutputFormatPNG
	p.SafetyIdentifier = openai.String(visitor)
	return p
}
