package text

import "testing"

func TestUnits(t *testing.T) {
	for s, want := range map[string]int{"": 0, "broh": 4, "kerzé": 5, "🕯": 2, "👩‍🚀": 5} {
		if got := Units(s); got != want {
			t.Errorf("Units(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for s, want := range map[string]bool{
		"two\nlines 🕯": true, "tab\t": false, "bell\a": false, "turned \u202e around": false, "broken \xff": false,
	} {
		if got := Plain(s); got != want {
			t.Errorf("Plain(%q) = %v", s, got)
		}
	}
}
