package altcha

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"mcwick.example/gateway/altcha/altchatest"
)

var signer = Signer{Key: bytes.Repeat([]byte{1}, 32), AnswerKey: bytes.Repeat([]byte{2}, 32)}

// solve returns the solution of a challenge.
func solve(t testing.TB, c Challenge) (p payload) {
	t.Helper()
	raw, _ := base64.StdEncoding.DecodeString(altchatest.Solve(t, c))
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func encode(t testing.TB, p payload) string {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b)
}

func TestSolutionIsVerified(t *testing.T) {
	expires := time.Now().Add(time.Minute)
	valid := expires.Add(-time.Second)
	want := Data{Lane: "lane", Level: 2, Purpose: "picture"}
	challenge, err := signer.Create(10, 5, expires, want)
	if err != nil {
		t.Fatal(err)
	}
	solved := solve(t, challenge)
	if solved.Solution.Counter != 5 {
		t.Errorf("answer %d", solved.Solution.Counter)
	}
	got, id, err := signer.Verify(encode(t, solved), time.Now())
	if err != nil || got != want || id == "" {
		t.Fatalf("%+v %q %v", got, id, err)
	}
	other, err := signer.Create(10, 5, expires, want)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*payload)
		now    time.Time
		want   error
	}{
		"expired": {func(*payload) {}, expires, ErrExpired},
		"made to live longer": {func(p *payload) { p.Challenge.Parameters.ExpiresAt++ }, valid,
			ErrSignature},
		"made cheaper":          {func(p *payload) { p.Challenge.Parameters.Cost = 1 }, valid, ErrSignature},
		"of another lane":       {func(p *payload) { p.Challenge.Parameters.Data.Lane = "x" }, valid, ErrSignature},
		"the answer of another": {func(p *payload) { p.Challenge = other }, valid, ErrAnswer},
		"the prefix instead of the key": {func(p *payload) {
			p.Solution.DerivedKey = challenge.Parameters.KeyPrefix
		}, valid, ErrAnswer},
		"no answer":    {func(p *payload) { p.Solution.DerivedKey = "" }, valid, ErrAnswer},
		"no signature": {func(p *payload) { p.Challenge.Signature = "" }, valid, ErrSignature},
	} {
		p := solved
		c.change(&p)
		if _, id, err := signer.Verify(encode(t, p), c.now); !errors.Is(err, c.want) || id != "" {
			t.Errorf("%s: %q %v", name, id, err)
		}
	}
	strange := Signer{Key: bytes.Repeat([]byte{3}, 32), AnswerKey: signer.AnswerKey}
	if _, _, err := strange.Verify(encode(t, solved), time.Now()); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
}

func FuzzVerify(f *testing.F) {
	challenge, err := signer.Create(1, 1, time.Now().Add(time.Hour), Data{})
	if err != nil {
		f.Fatal(err)
	}
	good := encode(f, solve(f, challenge))
	for _, seed := range []string{"", "e30=", "bnVsbA==", good, good[:40], strings.Repeat("A", maxPayload+1)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, _ := base64.StdEncoding.DecodeString(text)
		_, _, err := signer.Verify(text, time.Now())
		var p payload
		genuine := json.Unmarshal(raw, &p) == nil && p.Challenge.Parameters == challenge.Parameters
		if err == nil && !genuine {
			t.Errorf("verified %q", text)
		}
	})
}

// BenchmarkVerify is what a request with a solution costs more; BenchmarkCreate is what the
// challenge costs, beside the answer's search in the same implementation.
func BenchmarkVerify(b *testing.B) {
	challenge, err := signer.Create(10, 1, time.Now().Add(time.Hour), Data{Lane: "lane", Purpose: "picture"})
	if err != nil {
		b.Fatal(err)
	}
	text := encode(b, solve(b, challenge))
	for b.Loop() {
		if _, _, err := signer.Verify(text, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCreate(b *testing.B) {
	for b.Loop() {
		if _, err := signer.Create(2000, 300, time.Now(), Data{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The file was written by another implementation, altcha-lib 2.8.0 for Node.js, with keys of 32
// times a and b.
func TestSolutionOfAnotherImplementation(t *testing.T) {
	b, err := os.ReadFile("testdata/altcha-lib-2.8.0.json")
	if err != nil {
		t.Fatal(err)
	}
	theirs := Signer{Key: bytes.Repeat([]byte("a"), 32), AnswerKey: bytes.Repeat([]byte("b"), 32)}
	data, id, err := theirs.Verify(base64.StdEncoding.EncodeToString(b), time.Now())
	if err != nil || data != (Data{Lane: "l<&>", Purpose: "picture"}) || id == "" {
		t.Errorf("%+v %q %v", data, id, err)
	}
	var p payload
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	if found := solve(t, p.Challenge); found.Solution.DerivedKey != p.Solution.DerivedKey ||
		found.Solution.Counter != p.Solution.Counter {
		t.Errorf("found %+v, want %+v", found.Solution, p.Solution)
	}
}
