package generation

// Tariff is the models that are asked and what they cost at most: micro-dollars for a picture, and for a million of what is
// counted elsewhere.
type Tariff struct {
	ImageModel  string
	Image       int64 // a picture, without its prompt
	ImagePrompt int64 // a million tokens of a picture's prompt

	ChatModel           string
	TokensIn, TokensOut int64 // a million tokens each

	SpeechModel string
	Letters     int64 // a million characters
}

// picture is what a picture of the prompt costs at most, rounded up: no token is shorter than a byte.
func (t Tariff) picture(prompt string) int64 {
	return t.Image + ofMillion(int64(len(prompt)+tokensAround)*t.ImagePrompt)
}

// tokensAround bounds what a provider adds to each text that it is sent.
const tokensAround = 8

// chat is what an answer of so many tokens costs, rounded up.
func (t Tariff) chat(in, out int64) int64 { return ofMillion(in*t.TokensIn + out*t.TokensOut) }

// speech is what a text costs to say, rounded up.
func (t Tariff) speech(characters int64) int64 { return ofMillion(characters * t.Letters) }

func ofMillion(n int64) int64 { return (n + 999_999) / 1_000_000 }
