package speech

import (
	"fmt"
	"strings"
	"time"
)

// A line of subtitles is longer than a caption in the picture.
const (
	lineWords   = 8
	lineLetters = 42
)

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// WebVTT formats the words as subtitles, a line at a time.
func WebVTT(words []Word) []byte {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, line := range Groups(words, lineWords, haveLetters(lineLetters)) {
		fmt.Fprintf(&b, "\n%s --> %s\n", clock(line[0].Start), clock(line[len(line)-1].End))
		for i, w := range line {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(escape.Replace(w.Text))
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// clock formats a time for WebVTT, such as 00:01.500.
func clock(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000)
}
