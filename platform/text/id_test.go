package text

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

const anID = "0192aaaa-0000-7000-8000-00000000000f"

// otherForms of anID are what Go's parser takes, or PostgreSQL, and ParseID must not.
var otherForms = map[string]string{
	"upper case": strings.ToUpper(anID), "urn": "urn:uuid:" + anID, "braces": "{" + anID + "}", "quotes": `"` + anID +
		`"`,
	"no hyphens":              strings.ReplaceAll(anID, "-", ""),
	"hyphens after each four": "0192-aaaa-0000-7000-8000-0000-0000-000f",
	"space before":            " " + anID, "line feed after": anID + "\n", "empty": "",
	"no hex":    strings.ReplaceAll(anID, "a", "g"),
	"not UTF-8": anID[:35] + "\xff", "NUL": anID[:35] + "\x00",
	"hyphens elsewhere": "0192aaaa0-000-7000-8000-00000000000f",
}

// Verifies REQ-1.
func TestParseIDAcceptsOneForm(t *testing.T) {
	if id, ok := ParseID(anID); !ok || id.String() != anID {
		t.Errorf("%v, %v", id, ok)
	}
	for name, s := range otherForms {
		if id, ok := ParseID(s); ok || id != uuid.Nil {
			t.Errorf("%s: %v, %v", name, id, ok)
		}
	}
}

func TestParseIDAcceptsOnlyCanonicalText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`(urn:uuid:|\{)?[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}\}?`)).Draw(t, "s")
		if id, ok := ParseID(s); ok && id.String() != s {
			t.Errorf("%q was read as %v", s, id)
		}
	})
}

func TestIdempotencyKeysIgnoreCase(t *testing.T) {
	for _, s := range []string{anID, strings.ToUpper(anID)} {
		if key, ok := ParseIdempotencyKey(s); !ok || key != anID {
			t.Errorf("%q, %v", key, ok)
		}
	}
	for name, s := range otherForms {
		if _, ok := ParseIdempotencyKey(s); ok && name != "upper case" {
			t.Errorf("%s is a key", name)
		}
	}
}
