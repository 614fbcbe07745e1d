package generation

// Tariff is who is asked and what it costs: micro-dollars for a picture, and for a million of what is counted elsewhere.
type Tariff struct {
	ImageModel string
	Image      int64 // a picture

	ChatModel           string
	TokensIn, TokensOut int64 // a million tokens each

	SpeechModel string
	Letters     int64 // a million characters
}

// chat is what an answer of so many tokens costs, rounded up.
func (t Tariff) chat(in, out int64) int64 { return ofMillion(in*t.TokensIn + out*t.TokensOut) }

// speech is what a text costs to say, rounded up.
func (t Tariff) speech(characters int64) int64 { return ofMillion(characters * t.Letters) }

func ofMillion(n int64) int64 { return (n + 999_999) / 1_000_000 }
