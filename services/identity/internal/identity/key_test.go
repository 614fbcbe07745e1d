package identity

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Verifies VERSE-8.
func TestPublicKeysAreCaseInsensitive(t *testing.T) {
	digits := strings.Repeat("0aF9", 16)
	if k, err := ParsePublicKey(digits); err != nil || string(k) != strings.ToLower(digits) {
		t.Errorf("got %q, %v", k, err)
	}
	for _, bad := range []string{"", digits[1:], digits + "0", strings.Repeat("0g", 32), " " + digits[1:]} {
		if _, err := ParsePublicKey(bad); !errors.Is(err, errPublicKey) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Points of order 1, 2, 4 and 8, and non-canonical encodings of points. With most of them as a key,
// forged signatures verify.
var weakKeys = []string{
	"0100000000000000000000000000000000000000000000000000000000000000",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
}

func TestWeakVerifyKeysAreRejected(t *testing.T) {
	for _, key := range append(weakKeys, "", "00", strings.Repeat("zz", 32)) {
		if _, err := ParseVerifyKey(key); !errors.Is(err, errVerifyKey) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestStrongVerifyKeysAreAccepted(t *testing.T) {
	for range 2000 {
		public, _, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if k, err := ParseVerifyKey(hex.EncodeToString(public)); err != nil ||
			k.String() != hex.EncodeToString(public) {
			t.Fatalf("%x: %v", public, err)
		}
	}
}

// A signature is valid for its own text only: ten thousand texts, signatures and keys with one
// difference are rejected.
func TestSignatureCoversWholeStatement(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	said := Statement{
		Action: ActionLogin, Origin: "https://mcwick.example", PublicKey: PublicKey(strings.Repeat("a1", 32)),
		VerifyKey: VerifyKey(public),
		Nonce:     "bm9uY2U", IssuedAt: "2026-11-20T15:00:00Z",
	}.Text()
	signature := ed25519.Sign(private, []byte(said))
	if err := VerifyKey(public).verify(said, hex.EncodeToString(signature)); err != nil {
		t.Fatal(err)
	}
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 100 {
			text, proof, key := []byte(said), append([]byte(nil), signature...), append([]byte(nil), public...)
			part := rapid.SampledFrom([]*[]byte{&text, &proof, &key}).Draw(t, "part")
			at := rapid.IntRange(0, len(*part)-1).Draw(t, "at")
			(*part)[at] ^= rapid.ByteRange(1, 255).Draw(t, "change")
			if VerifyKey(key).verify(string(text), hex.EncodeToString(proof)) == nil {
				t.Fatalf("accepted %q, %x by %x", text, proof, key)
			}
			refused++
		}
	})
	if refused < 10_000 {
		t.Errorf("only %d were tried", refused)
	}
}

func TestParseHandle(t *testing.T) {
	if got, err := ParseHandle("Wick_1"); got != "@Wick_1" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := ParseHandle("@@wick"); !errors.Is(err, errHandle) {
		t.Errorf("got %q, %v", got, err)
	}
}

// Verifies VERSE-13.
func TestRandomHandlesAreValid(t *testing.T) {
	seen := make(map[string]bool)
	for range 1000 {
		h := randomHandle()
		if got, err := ParseHandle(h); got != h || err != nil || !strings.HasPrefix(h, "@mcanon") || len(h) != 13 {
			t.Fatalf("%q: %v", h, err)
		}
		seen[h] = true
	}
	if len(seen) < 999 {
		t.Errorf("%d of 1000 are different", len(seen))
	}
}
