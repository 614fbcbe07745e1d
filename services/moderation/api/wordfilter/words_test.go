package wordfilter

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Verifies MOD-1.
func TestDisguisedWordsAreFlagged(t *testing.T) {
	for name, s := range map[string]string{
		"undisguised":            "a slut",
		"case":                   "SlUt",
		"plural":                 "sluts",
		"accents":                "słüt ŝlút",
		"digits":                 "5lu7",
		"signs":                  "what a $lu+!",
		"one for l":              "s1ut",
		"Cyrillic":               "ѕlut rарist",
		"Greek":                  "ρedο",
		"small capitals":         "ꜱʟᴜᴛ",
		"mathematical":           "𝓼𝓵𝓾𝓽",
		"full width":             "ｓｌｕｔ",
		"circles":                "ⓢⓛⓤⓣ",
		"black boxes":            "🆂🅻🆄🆃",
		"flags":                  "🇸🇱🇺🇹",
		"dots":                   "s.l.u.t",
		"one dot":                "you sl.ut there",
		"spaces":                 "you s l u t there",
		"line feeds":             "s\nl\nu\nt",
		"underscores":            "@the_slut_",
		"no width":               "s\u200bl\u00adu\ufefft",
		"repeated":               "sluuuuttt",
		"in a handle":            "@xXretardXx_retard",
		"a digit behind":         "@retard_99",
		"two words":              "go KILL   y0urself",
		"two words with a dash":  "kill-yourself",
		"wherever":               "@superchildpornking",
		"quoted":                 "“slut”",
		"Lisu":                   "ꓢꓡꓴꓔ",
		"Lisu, an i like an l":   "ꓠꓲꓖꓖꓰꓣ",
		"Coptic":                 "what a ⲥυⲛⲧ",
		"Cherokee":               "ᏟᑌΝᎢ",
		"capitals of Greek":      "CUΝТ",
		"v for u":                "cvnt",
		"fragments":              "you cu nt there",
		"fragments and letters":  "ni g g er",
		"letters after a word":   "he is a s l u t",
		"letters before a word":  "a s l u t is here",
		"letters among words":    "u r a s l u t my man",
		"two halves":             "nigg er",
		"halves with digits":     "n1g g3r",
		"halves on two lines":    "nig\nger",
		"three words as two":     "go kill your self",
		"two words as one":       "@heilhitler",
		"two words, a hyphen":    "a rag-head",
		"digits in a handle":     "@xXn1gg3rXx",
		"most are digits":        "you n1993r there",
		"dots among digits":      "n.1.9.9.4",
		"a year as a word":       "n 1994",
		"half are digits":        "@superni66a",
		"halves in a word":       "@superni gger",
		"over the ends of words": "schoolchild pornography",
	} {
		if IsClean(s) {
			t.Errorf("%s: %q is clean", name, s)
		}
	}
}

// Verifies MOD-1.
func TestHarmlessWordsAreNotFlagged(t *testing.T) {
	for _, s := range []string{
		"", " ", "@wick", "gm broh, the dip was a gift", "I live in Scunthorpe", "Penistone and Lightwater",
		"Shitterton", "Essex, Sussex", "Arsenal 5 Tottenham 4",
		"a grape, a drape and some rapeseed", "scraped the therapist's trapeze", "a fire retardant",
		"spice, spicy, despicable", "spic and span",
		"SPLC", "the Niger flows through Nigeria", "he sniggered niggardly", "kaffir limes", "Pakistan", "torpedo",
		"torpedoes and pedometers", "fagus sylvatica",
		"saluting", "S. L. Uther", "a kill", "kill it, yourself a hero", "power to the white candle",
		"white  candles, power hour", "Dick van Dyke", "cockpit",
		"raccoons", "assassins pass the class", "analysis", "bass", "Heilbronn", "skyscraper",
		"twatting about is not twitter", "sieg", "1234567890", "$$$ to the moon!!!",
		"we like the like button", "🕯️🔥👩‍🚀", "Öl, Straße, naïve", "кот и пёс", "日本語のキャンドル", "a+b=c | d", "s l u",
		"go on, we do it my way, ok", "it is up to us to be or to go", "an or a ox", "no go ok so", "as is, if so",
		"vuvuzela", "5v5 or 1v1 me", "U v I", "a b c d e f g", "x y", "Ω mega Δ elta", "ΑΘΗΝΑ", "МОСКВА", "пора",
		"he sniggered at that", "child portraits", "big gear", "digging gardens", "rag headlines",
		"buy the d i p", "h o d l", "he rapped, she was rapping", "who're you, who’re they", "woop woop!", "Maine coons",
		"a chink in the armour", "Jaap and Pollack", "a honky-tonk", "a white power bank", "spick and span",
		"oilseed rape", "you shoot yourself in the foot", "480 loss, 206 gain, 8008 101",
		"born in 1994", "Jan 1994", "@Martin1994", "Kevin_1994", "on 1/9/94", "won 1,994", "back in 1964", "gain 1,964",
		"in 1999 a candle", "in 1969 and", "in 1996 all", "gain 169% a day", "than 1.99 at launch", "in 1993 rates fell",
		"half of 4,990 tokens", "born in\n1994", "in 19 94", "mini 69 apes", "gemini gg agents",
	} {
		if !IsClean(s) {
			t.Errorf("%q is not clean", s)
		}
	}
}

// entries returns the bare words of the list.
func entries() (all []string) {
	for line := range strings.Lines(words) {
		if line = strings.TrimSpace(line); line != "" && !strings.ContainsAny(line[:1], "#!") {
			all = append(all, strings.Trim(line, "*"))
		}
	}
	return all
}

// TestEveryWordIsFlaggedInEveryDisguise draws a word of the list and disguises each of its letters
// in a random way.
func TestEveryWordIsFlaggedInEveryDisguise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(entries()).Draw(t, "word")
		dots := rapid.SampledFrom([]string{"", ".", "_", "\u200b", "-"}).Draw(t, "dots")
		var b strings.Builder
		for i, r := range word {
			dress := []string{string(r), strings.ToUpper(string(r)), string(r - 'a' + '𝐚'), string(r - 'a' + 'ａ'),
				string(r) + "\u0301"}
			for _, other := range substitutes[r] {
				dress = append(dress, string(other))
			}
			if r == ' ' {
				dress = []string{" ", "\n", "  "}
			} else if i > 0 && word[i-1] != ' ' {
				b.WriteString(dots)
			}
			b.WriteString(rapid.SampledFrom(dress).Draw(t, "letter"))
		}
		before := rapid.SampledFrom([]string{"", "you ", "@", "(", "gm\n"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", " you", "!", "?!", ")", "\ngm"}).Draw(t, "after")
		if s := before + b.String() + after; IsClean(s) {
			t.Errorf("%q is clean", s)
		}
	})
}

// TestNoEntryIsANumber: an entry of which each letter has a digit would refuse amounts.
func TestNoEntryIsANumber(t *testing.T) {
	for _, entry := range entries() {
		hasNoDigit := func(r rune) bool { return !strings.ContainsAny(substitutes[r], "0123456789") }
		if !strings.ContainsFunc(entry, hasNoDigit) {
			t.Errorf("%q can be written as a number", entry)
		}
	}
}

func TestLongTextsAreCheckedInLinearTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { IsClean(rapid.String().Draw(t, "s")) })
	if !IsClean(strings.Repeat("wick ", 10_000)) {
		t.Error("a long clean text")
	}
}
