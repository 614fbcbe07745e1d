// Package provider asks an OpenAI-compatible server for pictures. It is the only place that holds the
// key, it repeats nothing by itself, and it takes every answer for hostile.
package provider

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/services/generation/internal/generation"
)

// Dialect is which of the two forms of the images call a model takes.
type Dialect string

// The dialects.
const (
	DialectLegacy  Dialect = "legacy"  // response_format and quality standard, as the specification has it
	DialectCurrent Dialect = "current" // neither; always base64, quality by another scale
)

// Config names the provider. The key has no default: without one nothing is asked.
type Config struct {
	BaseURL    string        `env:"AI_BASE_URL,required"`
	Key        config.Secret `env:"AI_API_KEY,required"`
	ImageModel string        `env:"AI_IMAGE_MODEL" envDefault:"gpt-image-1"`
	Dialect    Dialect       `env:"AI_IMAGE_DIALECT" envDefault:"current"`
	// ImageQuality is low, medium or high in the current dialect; the legacy one knows only standard.
	ImageQuality string `env:"AI_IMAGE_QUALITY" envDefault:"medium"`
	// PricesFile has what calls cost, which is what the ledger counts; see Prices.
	PricesFile string `env:"AI_PRICES_FILE"`
	// ImageTimeout bounds one call for a picture, from its beginning to the answer's last byte.
	ImageTimeout time.Duration `env:"AI_IMAGE_TIMEOUT" envDefault:"110s"`
}

// Validate tells what is wrong with the configuration.
func (c Config) Validate() error {
	var errs []error
	if c.Dialect != DialectLegacy && c.Dialect != DialectCurrent {
		errs = append(errs, fmt.Errorf("AI_IMAGE_DIALECT must be %s or %s", DialectLegacy, DialectCurrent))
	}
	if _, err := c.ImagePrice(); err != nil {
		errs = append(errs, err)
	}
	if c.ImageTimeout <= 0 {
		errs = append(errs, errors.New("AI_IMAGE_TIMEOUT must be more than nothing"))
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

// ImagePrice is what one picture of the configured kind costs, in micro-dollars. It is an error when the prices do
// not name it.
func (c Config) ImagePrice() (int64, error) {
	prices, err := readPrices(c.PricesFile)
	if err != nil {
		return 0, err
	}
	return prices.image(c.ImageModel, string(c.quality()), string(imageSize))
}

// The limits of an answer, in bytes: a picture that is larger would not be stored, and one of that size takes 14 MB in base64.
const (
	maxImage  = 10 << 20
	maxAnswer = 24 << 20
)

// Client implements generation.Provider.
type Client struct {
	api    openai.Client
	config Config
}

// New makes a client. Nothing is sent before the first call.
func New(c Config) *Client {
	return &Client{config: c, api: openai.NewClient(
		option.WithBaseURL(c.BaseURL),
		option.WithAPIKey(c.Key.Reveal()),
		option.WithMaxRetries(0), // whether a call may be repeated is the ledger's business
		option.WithHTTPClient(&http.Client{Transport: capped{otelhttp.NewTransport(http.DefaultTransport)}}),
	)}
}

// Image asks for one picture. Prompts go on no span: they are personal.
func (c *Client) Image(ctx context.Context, prompt, visitor string) (image []byte, err error) {
	ctx, span := otel.Tracer("mcwick/provider").Start(ctx, "generate_content "+c.config.ImageModel,
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(semconv.GenAIProviderNameOpenAI, semconv.GenAIRequestModel(c.config.ImageModel),
			semconv.GenAIOperationNameGenerateContent, semconv.GenAIOutputTypeImage))
	defer func() {
		if err != nil {
			span.SetStatus(codes.Error, fault.From(err).Reason)
		}
		span.End()
	}()
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
