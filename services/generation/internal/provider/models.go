// Package provider opens the models of the providers file: each calls its server through
// platform/aiprovider, and its errors are the faults of this service.
package provider

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"mcwick.example/platform/aiprovider"
	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/services/generation/internal/generation"
)

// Clients are the models that can be called.
type Clients struct{ *catalog.Catalog }

// Open returns a client for each provider that has a URL and a key. It sends nothing before the
// first call.
func Open(c Config) (*Clients, error) {
	file, err := c.Read()
	if err != nil {
		return nil, err
	}
	ai, err := catalog.Open(file, c.Environment)
	if err != nil {
		return nil, err
	}
	return &Clients{ai}, nil
}

// Models returns the chains of the file, without models that cannot be called.
func (c *Clients) Models() (of generation.Models) {
	for _, m := range c.File.Tasks.Picture {
		if model, client, ok := c.model(m.Model); ok {
			of.Picture = append(of.Picture, generation.PictureModel{
				Model: model, Provider: imageClient{client, m}, Picture: m.Price.MicroUSD,
				Prompt: m.Price.PromptMicroUSD, Output: m.Price.OutputMicroUSD,
			})
		}
	}
	for _, m := range c.File.Tasks.Script {
		if model, client, ok := c.model(m.Model); ok {
			of.Script = append(of.Script, generation.ScriptModel{
				Model: model, Provider: textClient{client, m}, TokensIn: m.Price.InputMicroUSD,
				TokensOut: m.Price.OutputMicroUSD, Reasoning: m.ReasoningTokens,
			})
		}
	}
	for _, m := range c.File.Tasks.Speech {
		if model, client, ok := c.model(m.Model); ok {
			of.Speech = append(of.Speech, generation.SpeechModel{Model: model, Voice: speechClient{client, m},
				VoiceName: m.Voice, Characters: m.Price.MicroUSD})
		}
	}
	return of
}

func (c *Clients) model(m providersfile.Model) (generation.Model, *aiprovider.Client, bool) {
	client, ok := c.Clients[m.Provider]
	source := generation.SourceAI
	if c.Algorithmic[m.Provider] {
		source = generation.SourceComposer
	}
	return generation.Model{Name: m.Name(), ID: m.Model, Source: source,
		Breaker: generation.NewCircuitBreaker(m.Name())}, client, ok
}

// imageClient draws with one model.
type imageClient struct {
	client *aiprovider.Client
	model  providersfile.Picture
}

// pseudonymOf is under what a provider knows a visitor: a hash that differs by provider, never the id itself. It
// needs no key: an id is 128 bits that only the gateway can compute, so guessing it from its hash is as hard.
func pseudonymOf(visitor, provider string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte("mcwick visitor of "+provider+"\x00"+visitor)))
}

// imageSize is the specification's, the only one that is ever requested.
const imageSize = "1024x1024"

// Image implements generation.ImageProvider.
func (p imageClient) Image(ctx context.Context, prompt, visitor string) ([]byte, int64, error) {
	picture, err := p.client.Image(ctx, aiprovider.ImageRequest{
		Model: p.model.Model.Model, Dialect: aiprovider.Dialect(p.model.Dialect), Prompt: prompt,
		Quality: p.model.Quality, Size: imageSize,
		User: pseudonymOf(visitor, p.model.Provider), Timeout: p.model.Timeout,
	})
	return picture.Bytes, picture.TokensOut, translate(err)
}

// textClient writes with one model.
type textClient struct {
	client *aiprovider.Client
	model  providersfile.Script
}

// The parameters of a script, as specified; models of the current dialect support only the token
// limit.
const (
	temperature      = 0.9
	presencePenalty  = 0.6
	frequencyPenalty = 0.5
)

// Write implements generation.TextProvider.
func (a textClient) Write(
	ctx context.Context, t generation.Conversation, visitor string, read func(piece string) error,
) (generation.Completion, error) {
	answer, err := a.client.Chat(ctx, aiprovider.ChatRequest{
		Model: a.model.Model.Model, Dialect: aiprovider.Dialect(a.model.Dialect), System: t.System, Turns: t.Turns,
		User:      pseudonymOf(visitor, a.model.Provider),
		MaxTokens: generation.MaxTokens, ReasoningEffort: a.model.ReasoningEffort,
		ReasoningTokens: a.model.ReasoningTokens,
		Temperature:     temperature, PresencePenalty: presencePenalty, FrequencyPenalty: frequencyPenalty,
		Timeout: a.model.Timeout,
	}, read)
	return generation.Completion{Cut: answer.Truncated, Withheld: answer.Filtered, TokensIn: answer.TokensIn,
		TokensOut: answer.TokensOut}, translate(err)
}

// speechClient speaks with one model.
type speechClient struct {
	client *aiprovider.Client
	model  providersfile.Speech
}

// Speak implements generation.SpeechProvider.
func (s speechClient) Speak(ctx context.Context, text string) ([]byte, error) {
	audio, err := s.client.Speech(ctx, aiprovider.SpeechRequest{
		Model: s.model.Model.Model, Text: text, Voice: s.model.Voice, Speed: generation.VoiceSpeed,
		Timeout: s.model.Timeout,
	})
	var failed *generation.CallError
	if err = translate(err); errors.As(err, &failed) && errors.Is(err, generation.ErrTooLarge) {
		failed.Fault = generation.ErrSpeechTooLarge.WithCause(failed.Fault)
	}
	return audio, err
}
