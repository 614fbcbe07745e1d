package generation

import "testing"

// A picture costs what was configured, or more when it took more tokens than that is of.
// Verifies LIMIT-6.
func TestCostOfAPicture(t *testing.T) {
	const price = 13_500 // with its prompt
	byTokens := PictureModel{Picture: 13_200, Output: 30_000_000}
	for name, c := range map[string]struct {
		model  PictureModel
		tokens int64
		want   int64
	}{
		"as configured":      {byTokens, 439, price},
		"not said":           {byTokens, 0, price},
		"less":               {byTokens, 1, price},
		"more":               {byTokens, 1056, 31_680 + 300},
		"below zero":         {byTokens, -1 << 63, price},
		"beyond reason":      {byTokens, 1<<63 - 1, 30_000_000 + 300},
		"not paid by tokens": {PictureModel{Picture: 13_200}, 1056, price},
	} {
		if got := c.model.cost(t.Context(), price, c.tokens); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
