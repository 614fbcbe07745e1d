package provider

import (
	"bytes"
	_ "embed" // the default prices
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"mcwick.example/services/generation/internal/generation"
)

// Prices are what calls cost at most. The defaults are prices.json beside this file, each with the page and the day that it
// was read; AI_PRICES_FILE names others of the same form.
type Prices struct {
	Images []ImagePrice  `json:"images"`
	Chats  []ChatPrice   `json:"chats"`
	Speech []SpeechPrice `json:"speech"`
}

// ImagePrice is what one picture of that kind costs. A model that is billed by tokens has the most tokens that a picture of
// this quality and size takes, and what its prompt costs.
type ImagePrice struct {
	Model    string `json:"model"`
	Quality  string `json:"quality"`
	Size     string `json:"size"`
	MicroUSD int64  `json:"microUSD"` // of the picture; millionths of a dollar, 0 or more
	// Prompt is for a million tokens of the prompt, in millionths of a dollar; 0 or absent where the picture's price covers it.
	Prompt int64  `json:"promptMicroUSD"`
	Source string `json:"source"` // where the price was read, and when
}

// ChatPrice is what the tokens of a model cost.
type ChatPrice struct {
	Model string `json:"model"`
	// Input and Output are for a million tokens each, in millionths of a dollar, 0 or more.
	Input  int64  `json:"inputMicroUSD"`
	Output int64  `json:"outputMicroUSD"`
	Source string `json:"source"`
}

// SpeechPrice is what it costs to have a million characters said.
type SpeechPrice struct {
	Model    string `json:"model"`
	MicroUSD int64  `json:"microUSD"` // millionths of a dollar, 0 or more
	Source   string `json:"source"`
}

//go:embed prices.json
var defaultPrices []byte

// readPrices gives the prices of the file at path, or the defaults when there is none.
func readPrices(path string) (p Prices, err error) {
	b := defaultPrices
	if path != "" {
		if b, err = os.ReadFile(path); err != nil {
			return p, fmt.Errorf("AI_PRICES_FILE: %w", err)
		}
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("AI_PRICES_FILE: %w", err)
	}
	return p, nil
}

// Tariff is who is asked and what it costs. It is an error when the prices do not name each model once.
func (c Config) Tariff() (generation.Tariff, error) {
	p, err := readPrices(c.PricesFile)
	if err != nil {
		return generation.Tariff{}, err
	}
	quality, size := string(c.quality()), string(imageSize)
	image, noImage := only(p.Images, fmt.Sprintf("model %s, quality %s, size %s", c.ImageModel, quality, size),
		func(i ImagePrice) bool { return i.Model == c.ImageModel && i.Quality == quality && i.Size == size },
		func(i ImagePrice) int64 { return min(i.MicroUSD, i.Prompt) })
	chat, noChat := only(p.Chats, "the chat model "+c.ChatModel, func(i ChatPrice) bool { return i.Model == c.ChatModel },
		func(i ChatPrice) int64 { return min(i.Input, i.Output) })
	speech, noSpeech := only(p.Speech, "the speech model "+c.SpeechModel, func(i SpeechPrice) bool { return i.Model == c.SpeechModel },
		func(i SpeechPrice) int64 { return i.MicroUSD })
	return generation.Tariff{
		ImageModel: c.ImageModel, Image: image.MicroUSD, ImagePrompt: image.Prompt,
		ChatModel: c.ChatModel, TokensIn: chat.Input, TokensOut: chat.Output,
		SpeechModel: c.SpeechModel, Letters: speech.MicroUSD,
	}, errors.Join(noImage, noChat, noSpeech)
}

// only is the price of one thing. What has no price, or two, is never asked for.
func only[P any](all []P, thing string, same func(P) bool, least func(P) int64) (price P, err error) {
	found := slices.DeleteFunc(slices.Clone(all), func(p P) bool { return !same(p) })
	if len(found) != 1 || least(found[0]) < 0 {
		return price, fmt.Errorf("AI_PRICES_FILE must have one price of 0 or more for %s", thing)
	}
	return found[0], nil
}
