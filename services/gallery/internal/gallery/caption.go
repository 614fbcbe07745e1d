package gallery

import (
	"strings"
	"unicode"

	"mcwick.example/platform/text"
)

// maxCaption limits a caption, in UTF-16 units.
const maxCaption = 280

// cutCaption returns a text that is short enough for a caption: whole, or its first words and an
// ellipsis, or the beginning of a word that is longer.
func cutCaption(s string) string {
	s = strings.TrimSpace(s)
	if text.UTF16Length(s) <= maxCaption {
		return s
	}
	end, length := 0, 0
	for i, r := range s {
		if length += text.UTF16Length(string(r)); length > maxCaption-1 {
			end = i
			break
		}
	}
	cut := s[:end]
	if next := []rune(s[end:])[0]; !unicode.IsSpace(next) {
		if last := strings.LastIndexFunc(cut, unicode.IsSpace); last > 0 {
			cut = cut[:last]
		}
	}
	return strings.TrimSpace(cut) + "…"
}
