package text

import (
	"strings"
	"testing"
)

func TestParseHandle(t *testing.T) {
	for in, want := range map[string]string{"wick": "@wick", "@Wick_1": "@Wick_1", strings.Repeat("w", 50): "@" +
		strings.Repeat("w", 50)} {
		if got, ok := ParseHandle(in); got != want || !ok {
			t.Errorf("%q: %q, %v", in, got, ok)
		}
	}
	for _, bad := range []string{"", "@", "@@wick", "wi ck", "wíck", "wick!", " wick", "wick\n",
		strings.Repeat("w", 51), "<b>"} {
		if got, ok := ParseHandle(bad); got != "" || ok {
			t.Errorf("%q: %q, %v", bad, got, ok)
		}
	}
}
