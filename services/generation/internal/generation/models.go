package generation

import "slices"

// Models are who may be asked, for each task the first choice first: its chain.
type Models struct {
	Picture []PictureModel
	Script  []ScriptModel
	Speech  []SpeechModel
}

// Model is what the models of every chain have.
type Model struct {
	Name    string // provider/model, as the ledger has it; once in a chain
	ID      string // as its provider names it
	Source  Source // of what it makes
	Breaker *CircuitBreaker
}

func (m Model) entry() Model { return m }

// Source is what made an artwork or a speech.
type Source string

// The sources.
const (
	SourceAI       Source = "ai"       // a trained model
	SourceComposer Source = "composer" // our own drawing, or a speech synthesizer: no trained model
)

// PictureModel is a model that draws. Prices are the most that it costs, in micro-dollars.
type PictureModel struct {
	Model
	Provider ImageProvider
	Picture  int64 // a picture, without its prompt
	Prompt   int64 // a million tokens of its prompt
}

// ScriptModel is a model that writes. Prices are micro-dollars for a million tokens.
type ScriptModel struct {
	Model
	Provider            TextProvider
	TokensIn, TokensOut int64
	Reasoning           int64 // tokens that it may think with before it answers; paid as those of the answer
}

// SpeechModel is a model that speaks.
type SpeechModel struct {
	Model
	Voice      SpeechProvider
	VoiceName  string // one of its provider's
	Characters int64  // micro-dollars for a million of them
}

// tokensAround bounds what a provider adds to each text that it is sent.
const tokensAround = 8

// price is what a picture of the prompt costs at most, rounded up: no token is shorter than a byte.
func (m PictureModel) price(prompt string) int64 {
	return m.Picture + perMillion(int64(len(prompt)+tokensAround)*m.Prompt)
}

// price is what an answer of so many tokens costs, rounded up.
func (m ScriptModel) price(in, out int64) int64 { return perMillion(in*m.TokensIn + out*m.TokensOut) }

// price is what a text costs to say, rounded up.
func (m SpeechModel) price(characters int64) int64 { return perMillion(characters * m.Characters) }

// PicturePrice is what a picture of the first choice costs, without its prompt; 0 when no model can be asked.
func (of Models) PicturePrice() int64 {
	if len(of.Picture) == 0 {
		return 0
	}
	return of.Picture[0].Picture
}

func perMillion(n int64) int64 { return (n + 999_999) / 1_000_000 }

// hasFreeModel reports whether a model of a chain costs nothing.
func hasFreeModel[M any](chain []M, price func(M) int64) bool {
	return slices.ContainsFunc(chain, func(m M) bool { return price(m) == 0 })
}

// maxPrice is the highest price of a chain: what a job reserves, for any of its models may be the one that answers.
func maxPrice[M any](chain []M, price func(M) int64) (most int64) {
	for _, m := range chain {
		most = max(most, price(m))
	}
	return most
}
