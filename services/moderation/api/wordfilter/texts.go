package wordfilter

import (
	"regexp"
	"strings"
)

// partSeparator stands between two consecutive parts. For the list of words it matches nothing, a
// space and a word boundary at once: sl|ut is a word, and so is the slut of sl|ut|up. It is a
// private-use code point, which no alphabet has.
const partSeparator = '\uE000'

// part is one line of a text.
type part struct {
	textIndex int // its index in the texts
	line      string
}

// splitLines returns the lines of texts that are shown together, in reading order.
func splitLines(texts []string) (all []part) {
	for i, t := range texts {
		for line := range strings.Lines(t) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, part{i, line})
			}
		}
	}
	return all
}

// clitic is a short ending that belongs to the word before it, as in "the candle's": it does not
// continue into the next line.
var clitic = regexp.MustCompile(`\pL['’]\pL{1,2}$`)

// joinParts joins all parts to one text.
func joinParts(all []part) string {
	var b strings.Builder
	for i, p := range all {
		b.WriteString(p.line)
		switch {
		case i == len(all)-1:
		case clitic.MatchString(p.line):
			b.WriteByte(' ')
		default:
			b.WriteRune(partSeparator)
		}
	}
	return b.String()
}

// findRun returns the parts that a word spans which no single part contains; none when there is no
// such word. It takes the shortest prefix that is not clean, and of that the shortest suffix.
func findRun(all []part) []part {
	if IsClean(joinParts(all)) {
		return nil
	}
	end := 1
	for IsClean(joinParts(all[:end])) {
		end++
	}
	begin := end - 1
	for IsClean(joinParts(all[begin:end])) {
		begin--
	}
	return all[begin:end]
}

// Flagged reports for each text whether it contains a word of the list. When no text contains one
// by itself, it looks for a word that continues from text to text, as they are shown together, or
// from line to line, and flags all texts that it spans.
func Flagged(texts []string) []bool {
	flagged, found := make([]bool, len(texts)), false
	for i, t := range texts {
		flagged[i] = !IsClean(t)
		found = found || flagged[i]
	}
	if found {
		return flagged
	}
	for _, p := range findRun(splitLines(texts)) {
		flagged[p.textIndex] = true
	}
	return flagged
}

// Readings returns the ways to read all lines of texts as one text: with spaces between them and
// without. A single line has none.
func Readings(texts []string) []string {
	all := splitLines(texts)
	if len(all) < 2 {
		return nil
	}
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = p.line
	}
	return []string{strings.Join(lines, " "), strings.Join(lines, "")}
}
