package mascot

import (
	"regexp"
	"strings"
)

var wordPattern = regexp.MustCompile(`[a-z]+`)

// ChooseScene picks a backdrop for a free text: most keyword hits win; without a hit the text's
// hash decides.
func ChooseScene(text string) string {
	scenes := load().scenes
	words := wordPattern.FindAllString(strings.ToLower(text), -1)
	best, most := "", 0
	for _, s := range scenes {
		if n := hits(words, s.words); n > most {
			best, most = s.id, n
		}
	}
	if best == "" {
		return scenes[int(hash(text)%uint32(len(scenes)))].id
	}
	return best
}

// ChooseFinish finds the style whose name the text contains, whatever its case; FallbackFinish if
// there is none.
func ChooseFinish(text string) string {
	text = strings.ToLower(text)
	for _, f := range load().finishes {
		if strings.Contains(text, strings.ToLower(f.label)) {
			return f.id
		}
	}
	return FallbackFinish
}

// hits counts the words that are among the keywords, give or take an ending.
func hits(words, keywords []string) int {
	n := 0
	for _, w := range words {
		for _, k := range keywords {
			if stem(w) == stem(k) {
				n++
				break
			}
		}
	}
	return n
}

var endingPattern = regexp.MustCompile(`(ing|ers|er|es|s)$`)

func stem(word string) string {
	if len(word) <= 4 {
		return word
	}
	return endingPattern.ReplaceAllString(word, "")
}
