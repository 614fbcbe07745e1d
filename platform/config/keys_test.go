package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseKeys(t *testing.T) {
	a, b := strings.Repeat("a", 32), strings.Repeat("b", 40)
	known := map[string]Secret{"device": "any bytes"}
	for text, want := range map[string][]Key{
		"1 " + a:                                 {{"1", Secret(a)}},
		"\n1 " + a + "\r\n\n 2026-11\t " + b:     {{"1", Secret(a)}, {"2026-11", Secret(b)}},
		"device\n1 " + a:                         {{"device", "any bytes"}, {"1", Secret(a)}},
		"":                                       nil,
		"\n\n":                                   nil,
		a:                                        nil, // no id
		"1":                                      nil,
		"1 " + a[1:]:                             nil,
		"1 " + a + " " + b:                       nil,
		"A " + a:                                 nil,
		"1 " + a + "\n1 " + b:                    nil,
		"device " + a:                            nil,
		"1 " + a + "é":                           nil,
		strings.Repeat("i", 17) + " " + a:        nil,
		"1 " + a + "\n2 " + b[:31] + "\n3 wax\n": nil,
	} {
		got, err := ParseKeys(Secret(text), known)
		if (err == nil) != (want != nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %d keys, %v", text, len(got), err)
		}
		if err != nil && (strings.Contains(err.Error(), a[1:]) || strings.Contains(err.Error(), b[:31]) ||
			strings.Contains(err.Error(), "wax")) {
			t.Errorf("shown: %v", err)
		}
	}
}

// A key of a former release stays what it was, whatever its bytes are.
// Verifies OPS-11.
func TestParseKeyOrKeys(t *testing.T) {
	a, b := strings.Repeat("a", 32), strings.Repeat("b", 32)
	for _, one := range []string{a, a + "\n" + b[:20], "\x00\n" + a, a + "\n" + b, "1 " + a + "\nrest of a key"} {
		if got, err := ParseKeyOrKeys(Secret(one)); err != nil || len(got) != 1 || got[0].ID != "" ||
			got[0].Secret.Reveal() != one {
			t.Errorf("%q: %d keys, %v", one, len(got), err)
		}
	}
	if got, err := ParseKeyOrKeys(Secret("1 " + a + "\n2 " + b + "\n")); err != nil || len(got) != 2 ||
		got[1].Secret.Reveal() != b {
		t.Errorf("%d keys, %v", len(got), err)
	}
	for _, bad := range []string{"", "\n", a[1:], "1 " + a + "\n1 " + b} {
		if _, err := ParseKeyOrKeys(Secret(bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
