package identity

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// vector is one key pair with a signature of each action. The page's tests read the same file.
type vector struct {
	PrivateKey   string            `json:"privateKey"`
	PublicKey    string            `json:"publicKey"`
	VerifyKey    string            `json:"verifyKey"`
	Origin       string            `json:"origin"`
	Nonce        string            `json:"nonce"`
	IssuedAt     string            `json:"issuedAt"`
	NewPublicKey string            `json:"newPublicKey"`
	NewVerifyKey string            `json:"newVerifyKey"`
	Texts        map[Action]string `json:"texts"`
	Signatures   map[Action]string `json:"signatures"`
}

func vectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("../../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// derive computes a private key's two public halves as the page does, implemented again from the
// protocol.
func derive(t *testing.T, private string) (PublicKey, ed25519.PrivateKey) {
	t.Helper()
	public := sha256.Sum256([]byte(private))
	ikm, err := hex.DecodeString(private)
	if err != nil {
		t.Fatal(err)
	}
	salt := sha256.Sum256([]byte("mcwick/identity/v1"))
	seed, err := hkdf.Key(sha256.New, ikm, salt[:], "mcwick ed25519 signing key v1", ed25519.SeedSize)
	if err != nil {
		t.Fatal(err)
	}
	return PublicKey(hex.EncodeToString(public[:])), ed25519.NewKeyFromSeed(seed)
}

func TestSignaturesMatchVectors(t *testing.T) {
	all := vectors(t)
	if len(all) < 3 {
		t.Fatalf("only %d vectors", len(all))
	}
	for _, v := range all {
		public, signing := derive(t, v.PrivateKey)
		verify, err := ParseVerifyKey(v.VerifyKey)
		if err != nil || string(public) != v.PublicKey ||
			verify.String() != hex.EncodeToString(signing.Public().(ed25519.PublicKey)) {
			t.Errorf("%s: derived %s %x, %v", v.PublicKey, public, signing.Public(), err)
		}
		next, err := ParseVerifyKey(v.NewVerifyKey)
		if err != nil {
			t.Fatal(err)
		}
		for action, signature := range v.Signatures {
			s := Statement{Action: action, Origin: v.Origin, PublicKey: public, VerifyKey: verify, Nonce: v.Nonce,
				IssuedAt:     v.IssuedAt,
				NewPublicKey: PublicKey(v.NewPublicKey), NewVerifyKey: next}
			if s.Text() != v.Texts[action] {
				t.Errorf("%s:\n%s\nwant\n%s", action, s.Text(), v.Texts[action])
			}
			if got := hex.EncodeToString(ed25519.Sign(signing, []byte(s.Text()))); got != signature {
				t.Errorf("%s is signed %s, want %s", action, got, signature)
			}
			if err := verify.verify(v.Texts[action], signature); err != nil {
				t.Errorf("%s: %v", action, err)
			}
		}
	}
}
