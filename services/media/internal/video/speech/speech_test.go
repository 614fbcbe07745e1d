package speech_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/video/speech/speechtest"
)

const ms = time.Millisecond

// trueWords returns when the synthesizer spoke each reported word, by the word's index in the text.
func trueWords(t *testing.T, said speechtest.Said) map[int]time.Duration {
	t.Helper()
	at := map[int]time.Duration{}
	place, word := 0, 0
	words := strings.Fields(said.Text)
	for _, c := range said.Cues {
		for ; word < len(words); word++ {
			if strings.HasPrefix(words[word], strings.Fields(c.Text)[0]) {
				at[word], place = c.Start, place+1
				word++
				break
			}
		}
	}
	if place < len(words)*8/10 {
		t.Fatalf("the synthesizer reported %d words of %d: %v", place, len(words), said.Cues)
	}
	return at
}

// errors returns the deviations of the words from the truth, the smallest first.
func errors(words []speech.Word, truth map[int]time.Duration) (off []time.Duration) {
	for i, at := range truth {
		off = append(off, (words[i].Start - at).Abs())
	}
	slices.Sort(off)
	return off
}

// Verifies VIDEO-6.
func TestWordsAlignToSilences(t *testing.T) {
	t.Parallel()
	said := speechtest.Say(t, speechtest.Story)
	// as many sounds end: in silence, at no whole millisecond
	said.Samples = append(said.Samples, make([]int16, said.Rate*3/5+7)...)
	length := speech.Length(len(said.Samples), said.Rate).Round(ms)
	silences := speech.Silences(said.Samples, said.Rate)
	found := errors(speech.Words(said.Text, nil, silences, length), trueWords(t, said))
	guessed := errors(speech.Words(said.Text, nil, nil, length), trueWords(t, said))
	median, most := found[len(found)/2], found[len(found)*9/10]
	t.Logf("%d silences in %v; off by %v (median), %v (p90), %v at most; without silences %v, %v", len(silences),
		length, median, most,
		found[len(found)-1], guessed[len(guessed)/2], guessed[len(guessed)*9/10])
	if worst := found[len(found)-1]; median > 60*ms || most > 150*ms || worst > 250*ms {
		t.Errorf("off by %v (median), %v (p90), %v", median, most, worst)
	}
	if guessed[len(guessed)/2] <= median {
		t.Error("the silences help nothing")
	}
}

// Verifies VIDEO-6.
func TestWordsAlignToCues(t *testing.T) {
	t.Parallel()
	said := speechtest.Say(t, speechtest.Story)
	words := speech.Words(said.Text, said.Cues, nil, speech.Length(len(said.Samples), said.Rate))
	if off := errors(words, trueWords(t, said)); off[len(off)-1] != 0 {
		t.Errorf("off by up to %v", off[len(off)-1])
	}
}

func TestCues(t *testing.T) {
	t.Parallel()
	const text = "In the dark, in the cold."
	for name, c := range map[string]struct {
		cues []speech.Cue
		want []time.Duration // nil when the cues are rejected
	}{
		"a pair under one cue": {[]speech.Cue{{"In the", 0}, {"dark", 500 * ms}, {"in", 1000 * ms}, {"the", 1250 * ms},
			{"cold", 1500 * ms}}, []time.Duration{0, 214 * ms, 500 * ms, 1000 * ms, 1250 * ms, 1500 * ms}},
		"one is missing": {[]speech.Cue{{"In", 0}, {"the", 300 * ms}, {"in", 1000 * ms}, {"cold", 1600 * ms}},
			[]time.Duration{0, 300 * ms, 515 * ms, 1000 * ms, 1257 * ms, 1600 * ms}},
		"one of another text": {[]speech.Cue{{"In", 0}, {"the", 300 * ms}, {"BRIGHT", 400 * ms}, {"dark", 500 * ms},
			{"in", 1000 * ms}, {"the", 1250 * ms}, {"cold", 1500 * ms}},
			[]time.Duration{0, 300 * ms, 500 * ms, 1000 * ms, 1250 * ms, 1500 * ms}},
		"another text": {[]speech.Cue{{"Green", 0}, {"candles", 300 * ms}}, nil},
		"backwards": {[]speech.Cue{{"In", 0}, {"the", 500 * ms}, {"dark", 400 * ms}, {"in", 1000 * ms}},
			nil},
		"behind the sound": {[]speech.Cue{{"In", 0}, {"the", 500 * ms}, {"dark", 600 * ms}, {"in", 2001 * ms}},
			nil},
		"a few": {[]speech.Cue{{"In", 0}, {"cold", 300 * ms}}, nil},
		"empty ones among them": {[]speech.Cue{{"", 0}, {"In", 0}, {"the", 300 * ms}, {" ", 400 * ms},
			{"dark", 500 * ms}, {"in", 1000 * ms}, {"the", 1250 * ms}, {"cold", 1500 * ms}},
			[]time.Duration{0, 300 * ms, 500 * ms, 1000 * ms, 1250 * ms, 1500 * ms}},
	} {
		t.Run(name, func(t *testing.T) {
			length := 2000 * ms
			if c.want == nil {
				without := speech.Words(text, nil, nil, length)
				if diff := cmp.Diff(without, speech.Words(text, c.cues, nil, length)); diff != "" {
					t.Errorf("taken: %s", diff)
				}
				return
			}
			var got []time.Duration
			for _, w := range speech.Words(text, c.cues, nil, length) {
				got = append(got, w.Start.Truncate(ms))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever cues come with a text, its words are all there, in order, and within the sound.
func TestWordsAreInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-zA-Z]{1,12}[.,!?;:]?`), 1, 40).Draw(t, "words"),
			" ")
		length := time.Duration(rapid.IntRange(1, 90_000).Draw(t, "ms")) * ms
		var silences []speech.Silence
		for at := time.Duration(0); ; {
			at += time.Duration(rapid.IntRange(0, 5000).Draw(t, "sound")) * ms
			end := at + time.Duration(rapid.IntRange(120, 2000).Draw(t, "silence"))*ms
			if end > length {
				break
			}
			silences, at = append(silences, speech.Silence{Start: at, End: end}), end+ms
		}
		var cues []speech.Cue
		for _, w := range strings.Fields(text) {
			if rapid.Bool().Draw(t, "cue") {
				cues = append(cues, speech.Cue{Text: w,
					Start: time.Duration(rapid.IntRange(0, 90_000).Draw(t, "start")) * ms})
			}
		}
		slices.SortFunc(cues, func(a, b speech.Cue) int { return int(a.Start - b.Start) })
		words := speech.Words(text, cues, silences, length)
		if len(words) != len(strings.Fields(text)) {
			t.Fatalf("%d words of %q", len(words), text)
		}
		for i, w := range words {
			if w.Start < 0 || w.End < w.Start || w.End > length || i > 0 && w.Start < words[i-1].End {
				t.Fatalf("%v of %v", words, length)
			}
		}
	})
}

func TestCut(t *testing.T) {
	t.Parallel()
	cues := []speech.Cue{{"Gm,", 0}, {"çandle", 1234 * ms}}
	sound := []byte{0xff, 0xfb, 1, 2, 3}
	tag := speechtest.Tag(cues)
	other := []byte("ID3\x03\x00\x00\x00\x00\x00\x0dTPE1\x00\x00\x00\x03\x00\x00abc")
	with := func(change func(b []byte)) []byte { b := slices.Clone(tag); change(b); return append(b, sound...) }
	for name, c := range map[string]struct {
		mp3  []byte
		want []speech.Cue
	}{
		"times":              {append(slices.Clone(tag), sound...), cues},
		"no tag":             {sound, nil},
		"a tag without":      {append(slices.Clone(other), sound...), nil},
		"behind another tag": {slices.Concat(other, tag, sound), cues},
		"of an old version":  {with(func(b []byte) { b[3] = 2 }), nil},
		// below 128 bytes both versions write sizes alike
		"of version 3":       {with(func(b []byte) { b[3] = 3 }), cues},
		"in frames of sound": {with(func(b []byte) { b[24] = 1 }), nil},
		"in UTF-16":          {with(func(b []byte) { b[20] = 1 }), nil},
		"a frame beyond it":  {with(func(b []byte) { b[16] = 0x7f }), nil},
		"spread out":         {with(func(b []byte) { b[5] = 0x80 }), nil},
		"a packed frame":     {with(func(b []byte) { b[19] = 8 }), nil},
		"padding, then times": {slices.Concat([]byte("ID3\x04\x00\x00\x00\x00\x00\x14"), make([]byte, 20), tag, sound),
			cues},
	} {
		t.Run(name, func(t *testing.T) {
			rest, got := speech.Cut(c.mp3)
			if diff := cmp.Diff(c.want, got); diff != "" || string(rest) != string(sound) {
				t.Errorf("left %v, %s", rest, diff)
			}
		})
	}
	t.Run("a tag that says to be longer than all of it", func(t *testing.T) {
		if rest, _ := speech.Cut([]byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7fSYLT")); len(rest) != 0 {
			t.Errorf("left %q", rest)
		}
	})
}

func FuzzCut(f *testing.F) {
	f.Add(append(speechtest.Tag([]speech.Cue{{Text: "gm", Start: ms}}), 0xff, 0xfb))
	f.Fuzz(func(t *testing.T, b []byte) {
		if rest, _ := speech.Cut(b); len(rest) > len(b) {
			t.Error("it grew")
		}
	})
}

func TestGroups(t *testing.T) {
	t.Parallel()
	var words []speech.Word
	for _, w := range strings.Fields("One night, the power of extraordinarily incomprehensible candles failed. Broh") {
		words = append(words, speech.Word{Text: w})
	}
	var got []string
	fits := func(group []speech.Word) bool {
		letters := 0
		for _, w := range group {
			letters += len(w.Text) + 1
		}
		return letters <= 24
	}
	for _, g := range speech.Groups(words, 3, fits) {
		var texts []string
		for _, w := range g {
			texts = append(texts, w.Text)
		}
		got = append(got, strings.Join(texts, " "))
	}
	want := []string{"One night,", "the power of", "extraordinarily", "incomprehensible candles", "failed.", "Broh"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
}

func TestWebVTT(t *testing.T) {
	t.Parallel()
	got := string(speech.WebVTT([]speech.Word{{"<b>Gm", 0, 400 * ms}, {"& gn,", 400 * ms, 900 * ms},
		{"broh", 61 * time.Second, 62500 * ms}}))
	want := "WEBVTT\n\n00:00.000 --> 00:00.900\n&lt;b&gt;Gm &amp; gn,\n\n01:01.000 --> 01:02.500\nbroh\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}
