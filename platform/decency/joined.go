package decency

import (
	"regexp"
	"strings"
)

// joint stands between two parts that are read one behind the other. For the list of words it is nothing, a space and the edge of a word
// at once: sl|ut is a word, and so is the slut of sl|ut|up. It is a code point for private use, which no alphabet has.
const joint = '\uE000'

// part is one line of a text.
type part struct {
	field string
	line  string
}

// parts are the lines of texts that are shown together, in the order in which they are read.
func parts(texts []Text) (all []part) {
	for _, t := range texts {
		for line := range strings.Lines(t.Text) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, part{t.Field, line})
			}
		}
	}
	return all
}

// clitic is a short ending that belongs to the word before it, as in "the candle's": nobody reads it on into the next line.
var clitic = regexp.MustCompile(`\pL['’]\pL{1,2}$`)

// joined is a text of all parts.
func joined(all []part) string {
	var b strings.Builder
	for i, p := range all {
		b.WriteString(p.line)
		switch {
		case i == len(all)-1:
		case clitic.MatchString(p.line):
			b.WriteByte(' ')
		default:
			b.WriteRune(joint)
		}
	}
	return b.String()
}

// run gives the fields over which a word runs that no part has by itself, each once; none when there is no such word. It is the shortest
// end of the shortest beginning that is not clean.
func run(all []part) (fields []string) {
	if Clean(joined(all)) {
		return nil
	}
	end := 1
	for Clean(joined(all[:end])) {
		end++
	}
	begin := end - 1
	for Clean(joined(all[begin:end])) {
		begin--
	}
	return fieldsOf(all[begin:end])
}

// fieldsOf names the fields of parts, each once.
func fieldsOf(all []part) (fields []string) {
	for _, p := range all {
		if len(fields) == 0 || fields[len(fields)-1] != p.field {
			fields = append(fields, p.field)
		}
	}
	return fields
}

// readings are the ways to read all parts as one text: with spaces between them and without. There are none of a single part.
func readings(all []part) []string {
	if len(all) < 2 {
		return nil
	}
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = p.line
	}
	return []string{strings.Join(lines, " "), strings.Join(lines, "")}
}
