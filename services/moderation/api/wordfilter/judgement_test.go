package wordfilter

import (
	"embed"
	"math/rand/v2"
	"strings"
	"testing"
)

//go:embed testdata
var testdata embed.FS

// readLines returns the lines of a file of testdata.
func readLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// sentences are what entries are put into, in place of the %.
var sentences = []string{"you are a %", "% go home", "what a % he is", "no % in this chat, please", "the candle is for a %",
	"Look: %!", "my boss, the %", "I call them % and laugh"}

// lookalikes are letters of other alphabets.
var lookalikes = strings.NewReplacer("a", "а", "c", "с", "e", "е", "h", "һ", "i", "і", "k", "κ", "n", "п", "o", "о", "p", "р",
	"r", "г", "s", "ѕ", "t", "τ", "u", "υ", "x", "х", "y", "у")

// disguise writes a word in one of four ways: with digits, with dots, with letters of other
// alphabets, or with a space inside.
func disguise(random *rand.Rand, word string) string {
	switch random.IntN(4) {
	case 0:
		return strings.Map(func(r rune) rune {
			if all := []rune(substitutes[r]); len(all) > 0 {
				return all[random.IntN(len(all))]
			}
			return r
		}, word)
	case 1:
		return strings.ReplaceAll(strings.Join(strings.Split(word, ""), "."), ". .", " ")
	case 2:
		return lookalikes.Replace(word)
	default:
		i := 1 + random.IntN(len(word)-1)
		return word[:i] + " " + word[i:]
	}
}

// publishedTexts returns a sentence for each entry of the published list, every second one with
// the entry in disguise.
func publishedTexts(t *testing.T) map[string][]string {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same texts in each run
	all := make(map[string][]string)
	for i, line := range readLines(t, "published.tsv") {
		tag, word, _ := strings.Cut(line, "\t")
		if i%2 == 1 {
			word = disguise(random, word)
		}
		if tag == "religious" { // they are too few for a figure of their own
			tag = "racial"
		}
		all[tag] = append(all[tag], strings.ReplaceAll(sentences[random.IntN(len(sentences))], "%", word))
	}
	return all
}

// count returns how many texts the filter refuses, and logs those for which it judges otherwise
// than it should.
func count(t *testing.T, name string, texts []string, shouldRefuse bool) (refused int) {
	for _, s := range texts {
		isRefused := !IsClean(s)
		if isRefused {
			refused++
		}
		if isRefused != shouldRefuse {
			t.Logf("%s: refused is %v: %q", name, isRefused, s)
		}
	}
	return refused
}

// Verifies MOD-21.
func TestFilterIsJudgedByTextsThatItWasNotWrittenFrom(t *testing.T) {
	harmless := readLines(t, "harmless.txt")
	falseRefusals := count(t, "harmless", harmless, false)
	rate := float64(falseRefusals) / float64(len(harmless))
	t.Logf("harmless: %d of %d refused: %.2f %%", falseRefusals, len(harmless), 100*rate)
	if len(harmless) < 2000 || rate > 0.01 {
		t.Errorf("%.2f %% of %d harmless texts are refused, want at most 1 %%", 100*rate, len(harmless))
	}

	published := publishedTexts(t)
	var own []string
	for _, line := range readLines(t, "own.tsv") {
		_, text, _ := strings.Cut(line, "\t")
		own = append(own, text)
	}
	if entries := len(published["racial"]) + len(published["lgbtq"]); entries < 200 || len(own) < 200 {
		t.Errorf("%d published entries, %d own texts: want 200 each", entries, len(own))
	}
	refused := 0
	for _, part := range []struct {
		name  string
		texts []string
		floor float64 // of the share that is refused
	}{
		{"own", own, 0.95},
		{"published, racial or religious", published["racial"], 0.75},
		{"published, lgbtq", published["lgbtq"], 0.15},
	} {
		found := count(t, part.name, part.texts, true)
		refused += found
		recall := float64(found) / float64(len(part.texts))
		t.Logf("%s: %d of %d refused, recall %.3f", part.name, found, len(part.texts), recall)
		if recall < part.floor {
			t.Errorf("%s: recall %.3f, want at least %.2f", part.name, recall, part.floor)
		}
	}
	t.Logf("precision %.3f", float64(refused)/float64(refused+falseRefusals))
}
