package provider

import (
	"bytes"
	_ "embed" // the default prices
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// Prices are what calls cost. The defaults are prices.json beside this file, as the provider published them when it
// was written; AI_PRICES_FILE names others of the same form.
type Prices struct {
	Images []ImagePrice `json:"images"`
}

// ImagePrice is what one picture of that kind costs.
type ImagePrice struct {
	Model    string `json:"model"`
	Quality  string `json:"quality"`
	Size     string `json:"size"`
	MicroUSD int64  `json:"microUSD"` // millionths of a dollar, 0 or more
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

// image is the price of one picture. A picture without a price, or with two, is never asked for.
func (p Prices) image(model, quality, size string) (microUSD int64, err error) {
	same := func(i ImagePrice) bool { return i.Model == model && i.Quality == quality && i.Size == size }
	found := slices.DeleteFunc(slices.Clone(p.Images), func(i ImagePrice) bool { return !same(i) })
	if len(found) != 1 || found[0].MicroUSD < 0 {
		return 0, fmt.Errorf("AI_PRICES_FILE must have one price of 0 or more for model %s, quality %s, size %s", model, quality, size)
	}
	return found[0].MicroUSD, nil
}
