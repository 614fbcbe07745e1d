package text

import (
	"strings"
	"testing"
)

func TestUTF16Length(t *testing.T) {
	for s, want := range map[string]int{"": 0, "broh": 4, "kerzé": 5, "🕯": 2, "👩‍🚀": 5} {
		if got := UTF16Length(s); got != want {
			t.Errorf("Units(%q) = %d, want %d", s, got, want)
		}
	}
}

// Verifies MOD-20.
func TestIsPlain(t *testing.T) {
	for s, want := range map[string]bool{
		"tiê\u0301ng Vie\u0323\u0302t": true, "กี่ น้ำ": true, "שָׁלוֹם": true, "مُحَمَّدٌ": true, "हिन्दी क्ष्म्य": true,
		"1️⃣ ❤️‍🔥 👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿": true, "a" + strings.Repeat("\u0336", maxMarks): true,
		"a" + strings.Repeat("\u0336", maxMarks+1): false, "z" + strings.Repeat("\u0300\u20dd", 30): false,
		"z" + strings.Repeat("\u0300\u200d", 30): false, "z" + strings.Repeat("\u0300\u200c", 30): false,
		"two\nlines 🕯": true, "tab\t": false, "bell\a": false, "turned \u202e around": false, "broken \xff": false,
	} {
		if got := IsPlain(s); got != want {
			t.Errorf("Plain(%q) = %v", s, got)
		}
	}
}

// Verifies REQ-4.
func TestIsBlank(t *testing.T) {
	for _, s := range []string{"", " ", "\n\t", "\u200b", "\u200b \u200d\ufeff", "\u2060\u00ad", "\u3164\uffa0\u115f",
		"\u2800", "\ufe0f", "\u034f", "\u2028", "\U000e0020"} {
		if !IsBlank(s) {
			t.Errorf("%q says something", s)
		}
	}
	for _, s := range []string{"a", "\u200ba", ".", "🕯", "👩\u200d🚀", "ℹ\ufe0f", "ꙮ", "\ufffd", "\ue000", "\U000674ed"} {
		if IsBlank(s) {
			t.Errorf("%q says nothing", s)
		}
	}
}

func TestIsSingleLine(t *testing.T) {
	for s, want := range map[string]bool{"": true, "one": true, "two\nlines": false, "two\u2028lines": false,
		"two\u2029lines": false} {
		if got := IsSingleLine(s); got != want {
			t.Errorf("Line(%q) = %v", s, got)
		}
	}
}

func TestDescribeProblem(t *testing.T) {
	for s, want := range map[string]string{"gm": "", "12345": "", "123456": "long", "🕯🕯🕯": "long", "\a": HiddenMessage,
		"\u202e123456": HiddenMessage, "\xff": HiddenMessage} {
		if got := DescribeProblem(s, 5, "long"); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}
