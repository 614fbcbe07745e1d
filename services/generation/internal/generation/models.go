package generation

import (
	"context"
	"log/slog"
)

// Models has the chain of each task: the models to call, in order of preference.
type Models struct {
	Picture []PictureModel
	Script  []ScriptModel
	Speech  []SpeechModel
}

// Model has what the models of every chain have in common.
type Model struct {
	Name    string // provider/model, as in the ledger; once in a chain
	ID      string // the provider's name of it
	Source  Source // of its results
	Breaker *CircuitBreaker
}

// Source is what made an artwork or a speech.
type Source string

// The sources.
const (
	SourceAI       Source = "ai"       // a trained model
	SourceComposer Source = "composer" // our own composer, or a speech synthesizer: no trained model
)

// PictureModel is a model that draws. Prices are its maximum cost, in micro-dollars.
type PictureModel struct {
	Model
	Provider ImageProvider
	Picture  int64 // per picture, without its prompt
	Prompt   int64 // per million tokens of its prompt
	Output   int64 // per million tokens of a picture; 0 when it is not paid by them
}

// ScriptModel is a model that writes. Prices are micro-dollars per million tokens.
type ScriptModel struct {
	Model
	Provider            TextProvider
	TokensIn, TokensOut int64
	Reasoning           int64 // the limit of reasoning tokens; paid as output tokens
}

// SpeechModel is a model that speaks.
type SpeechModel struct {
	Model
	Voice      SpeechProvider
	VoiceName  string // one of its provider's voices
	Characters int64  // micro-dollars per million characters
}

// tokensAround is the maximum number of tokens that a provider adds to each text.
const tokensAround = 8

// price is the maximum cost of a picture of the prompt, rounded up: no token is shorter than a
// byte.
func (m PictureModel) price(prompt string) int64 {
	return m.Picture + perMillion(int64(len(prompt)+tokensAround)*m.Prompt)
}

// maxTokens bounds each count of tokens that a provider says a call took.
const maxTokens = 1_000_000

// cost is what a picture of that price cost: more when the provider says that it took more tokens
// than the configured price allows for, as of a model that changed behind its name.
func (m PictureModel) cost(ctx context.Context, price, tokens int64) int64 {
	byTokens := perMillion(min(max(tokens, 0), maxTokens) * m.Output)
	if byTokens > m.Picture {
		slog.WarnContext(ctx, "picture costs more than its configured price", "model", m.Name, "tokens", tokens,
			"cost_micro_usd", byTokens, "price_micro_usd", m.Picture)
	}
	return price + max(byTokens-m.Picture, 0)
}

// price is the cost of so many tokens, rounded up.
func (m ScriptModel) price(in, out int64) int64 { return perMillion(in*m.TokensIn + out*m.TokensOut) }

// cost is what a script of that maximum price cost by its counted tokens; it may be more than the price.
// It is the price when a count is missing: of a stream that we end, the provider bills the rest too.
func (m ScriptModel) cost(ctx context.Context, price, in, out int64) int64 {
	if in <= 0 || out <= 0 {
		return price
	}
	cost := m.price(min(in, maxTokens), min(out, maxTokens))
	if cost > price {
		slog.WarnContext(ctx, "script costs more than its maximum price", "model", m.Name, "tokens_in", in,
			"tokens_out", out, "cost_micro_usd", cost, "price_micro_usd", price)
	}
	return cost
}

// price is the cost of speaking so many characters, rounded up.
func (m SpeechModel) price(characters int64) int64 { return perMillion(characters * m.Characters) }

// PicturePrice is the cost of a picture at the first model, without its prompt; 0 when no model can
// be called.
func (of Models) PicturePrice() int64 {
	if len(of.Picture) == 0 {
		return 0
	}
	return of.Picture[0].Picture
}

func perMillion(n int64) int64 { return (n + 999_999) / 1_000_000 }

// pricesOf returns the price at each model of a chain.
func pricesOf[M any](chain []M, price func(M) int64) (all []int64) {
	for _, m := range chain {
		all = append(all, price(m))
	}
	return all
}
