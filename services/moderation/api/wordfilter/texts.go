package wordfilter

import (
	"regexp"
	"strings"
)

// partSeparator stands between two parts that are read one behind the other. For the list of words it is nothing, a space
// and the edge of a word at once: sl|ut is a word, and so is the slut of sl|ut|up. It is a code point for private
// use, which no alphabet has.
const partSeparator = '\uE000'

// part is one line of a text.
type part struct {
	textIndex int // its place among the texts
	line      string
}

// splitLines are the lines of texts that are shown together, in the order in which they are read.
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

// clitic is a short ending that belongs to the word before it, as in "the candle's": it does not continue into the
// next line.
var clitic = regexp.MustCompile(`\pL['’]\pL{1,2}$`)

// joinParts is a text of all parts.
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

// findRun gives the parts over which a word runs that none of them has by itself; none when there is no such word. It
// is the shortest end of the shortest beginning that is not clean.
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

// Flagged reports of each text whether a word of the list is in it. When none is in a text by itself, it looks for
// one that runs from text to text, as they are shown together, or from line to line, and flags all texts that it
// runs over.
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

// Readings are the ways to read all lines of texts as one text: with spaces between them and without. There are
// none of a single line.
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
