// Package film formats the captions of a video.
package film

import (
	"fmt"
	"strings"
	"time"

	"mcwick.example/services/media/internal/fonts"
	"mcwick.example/services/media/internal/video/speech"
)

// A caption is a few words.
const (
	captionWords = 3
	lasts        = 400 * time.Millisecond // the maximum time for which a caption stays after its last word
)

// header is the style: cream with a dark outline, above the mascot. Colors are blue, green, red.
const header = `[Script Info]
ScriptType: v4.00+
PlayResX: 720
PlayResY: 1280
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Fredoka One,74,&H00D6F1FF,&H00D6F1FF,&H000C1321,&H800C1321,0,0,0,0,100,100,0,0,1,9,3,8,20,20,430,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

// lit formats the word that is being spoken: gold, and larger.
const lit = `{\c&H2BC6FF&\fscx112\fscy112}%s{\r}`

// plain escapes characters of a word that would be a command in a caption.
var plain = strings.NewReplacer("{", "(", "}", ")", `\`, "/", "\n", " ", "\r", " ")

// Fonts returns the files of the fonts that captions are drawn with, by name; the style names the
// first.
func Fonts() map[string][]byte {
	return map[string][]byte{fonts.FredokaOne: fonts.File(fonts.FredokaOne), fonts.Fallback: fonts.File(fonts.Fallback)}
}

// Captions formats words as captions, a few at a time with the spoken one highlighted, in the
// format that ffmpeg burns in (ASS).
func Captions(words []speech.Word) string {
	var b strings.Builder
	b.WriteString(header)
	ruler := newRuler()
	groups := speech.Groups(ruler.breakWide(words), captionWords, ruler.fits)
	for i, group := range groups {
		end := group[len(group)-1].End + lasts
		if i+1 < len(groups) {
			end = min(end, groups[i+1][0].Start)
		}
		for said, w := range group {
			until := end
			if said+1 < len(group) {
				until = group[said+1].Start
			}
			if until > w.Start {
				fmt.Fprintf(&b, "Dialogue: 0,%s,%s,Default,,0,0,0,,%s\n", clock(w.Start), clock(until),
					caption(group, said))
			}
		}
	}
	return b.String()
}

func caption(group []speech.Word, said int) string {
	texts := make([]string, len(group))
	for i, w := range group {
		texts[i] = plain.Replace(w.Text)
		if i == said {
			texts[i] = fmt.Sprintf(lit, texts[i])
		}
	}
	return strings.Join(texts, " ")
}

// clock formats a time for ASS, in hundredths of a second.
func clock(d time.Duration) string {
	cs := d.Round(10*time.Millisecond).Milliseconds() / 10
	return fmt.Sprintf("%d:%02d:%02d.%02d", cs/360_000, cs/6000%60, cs/100%60, cs%100)
}
