package generation

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/wordfilter"
)

// The limits of a text to speak. Media stores no more than 90 seconds, and what is longer would be
// paid for in vain.
const (
	maxSpoken      = 2000 // UTF-16 code units
	maxSpokenWords = 200
	maxSpokenTime  = 90 * time.Second
)

// How long a voice needs for a character: about fifteen letters a second, syllables where a character
// is one, and the words of digits.
const (
	letterTime   = time.Second / 15
	syllableTime = time.Second * 2 / 9
	digitTime    = time.Second / 3
)

// estimateSpokenTime returns about how long a text takes to speak.
func estimateSpokenTime(text string) (d time.Duration) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			d += syllableTime
		case unicode.IsDigit(r):
			d += digitTime
		default:
			d += letterTime
		}
	}
	return d
}

// VoiceSpeed is the speed of all speech, as specified.
const VoiceSpeed = 1.0

// Speech is a text to speak. Its JSON is the job's input and, hashed, the intent's fingerprint, as
// a Meme's is.
type Speech struct {
	Text string `json:"text"`
}

// Job makes n a speech job.
func (s Speech) Job(n jobs.NewJob) jobs.NewJob { return KindSpeech.Job(n, s) }

// Validate reports what is wrong with the text, in the specification's words when it is empty.
func (s Speech) Validate() error {
	const tooLong = "Keep it to 2,000 characters and 200 words, broh."
	message := text.DescribeProblem(s.Text, maxSpoken, tooLong)
	switch {
	case text.IsBlank(s.Text):
		message = "Invalid text input"
	case message == "" && len(strings.Fields(s.Text)) > maxSpokenWords:
		message = tooLong
	case message == "" && estimateSpokenTime(s.Text) > maxSpokenTime:
		message = "That takes more than 90 seconds to say, broh. Keep it shorter."
	}
	if message == "" {
		return nil
	}
	return fault.Invalid("SPEECH_INVALID", fault.Field{Name: "speech.text", Message: message})
}

// Texts returns the text.
func (s Speech) Texts() []wordfilter.Text {
	return []wordfilter.Text{{Field: "speech.text", Text: s.Text}}
}

// Prices are the cost of speaking the text once.
func (s Speech) Prices(of Models) []int64 { return pricesOf(of.Speech, s.price) }

func (s Speech) price(m SpeechModel) int64 { return m.price(int64(utf8.RuneCountInString(s.Text))) }

// fingerprint is the same for speech that would sound the same.
func (s Speech) fingerprint(m SpeechModel) []byte {
	b, _ := json.Marshal([]any{s.Text, m.VoiceName, VoiceSpeed, m.ID}) // never fails
	sum := sha256.Sum256(b)
	return sum[:]
}
