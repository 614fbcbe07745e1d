package identity

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestChallengesVerifyAtEveryReplica(t *testing.T) {
	now := time.Date(2026, 11, 20, 23, 59, 30, 999, time.UTC)
	secret := []byte(strings.Repeat("s", 32))
	at := func(moment *time.Time, origin string) *Challenger {
		return NewChallenger(keys(secret), origin, func() time.Time { return *moment })
	}
	const origin = "https://mcwick.example"
	here := at(&now, origin)
	mine := purpose{ActionLogin, PublicKey(strings.Repeat("a", 64)), "visitor"}
	issued := here.issue(mine)
	if issued.IssuedAt() != "2026-11-20T23:59:30Z" || issued.Expires.Sub(issued.Issued) != challengeLife {
		t.Errorf("issued %+v", issued)
	}
	later := now
	replica := at(&later, origin)
	for after, ok := range map[time.Duration]bool{
		-4 * time.Second: true, -6 * time.Second: false, 0: true, challengeLife: true, challengeLife +
			2*time.Second: false, 24 * time.Hour: false,
	} {
		later = issued.Issued.Add(after) // some of these are on the next day, under its key
		if got, err := replica.verify(issued.Nonce, mine); (err == nil) != ok || err != nil &&
			!errors.Is(err, ErrChallenge) || ok && got != issued {
			t.Errorf("%s after: %v, %v", after, got, err)
		}
	}
	later = now
	for name, other := range map[string]struct {
		by *Challenger
		purpose
	}{
		"another action":  {replica, purpose{ActionRegister, mine.key, mine.visitor}},
		"another key":     {replica, purpose{mine.action, PublicKey(strings.Repeat("b", 64)), mine.visitor}},
		"another visitor": {replica, purpose{mine.action, mine.key, "somebody"}},
		"no visitor":      {replica, purpose{mine.action, mine.key, ""}},
		"another origin":  {at(&now, "https://mcwick.example.evil"), mine},
		"another secret":  {NewChallenger(keys([]byte(strings.Repeat("t", 32))), origin, time.Now), mine},
	} {
		if _, err := other.by.verify(issued.Nonce, other.purpose); !errors.Is(err, ErrChallenge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := range issued.Nonce {
		changed := []byte(issued.Nonce)
		if changed[i] = 'A'; issued.Nonce[i] == 'A' {
			changed[i] = 'B'
		}
		if _, err := replica.verify(string(changed), mine); !errors.Is(err, ErrChallenge) {
			t.Errorf("%s with another character at %d: %v", issued.Nonce, i, err)
		}
	}
	for _, bad := range []string{"", "A", issued.Nonce + "A", issued.Nonce + "\n", issued.Nonce[1:]} {
		if _, err := replica.verify(bad, mine); !errors.Is(err, ErrChallenge) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func keys(secrets ...[]byte) func() [][]byte { return func() [][]byte { return secrets } }

// Verifies OPS-11.
func TestChallengesSurviveKeyRotation(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	former, next := []byte(strings.Repeat("s", 32)), []byte(strings.Repeat("t", 32))
	by := func(secrets ...[]byte) *Challenger {
		return NewChallenger(keys(secrets...), "https://mcwick.example", func() time.Time { return now })
	}
	mine := purpose{ActionLogin, PublicKey(strings.Repeat("a", 64)), "visitor"}
	for name, c := range map[string]struct {
		maker, reader *Challenger
		known         bool
	}{
		"the new key is accepted before it is configured": {by(next, former), by(former, next), true},
		"the former key is accepted after its removal":    {by(former, next), by(next, former), true},
		"a retired key is not":                            {by(former), by(next), false},
		"the first makes codes":                           {by(next, former), by(next), true},
	} {
		if _, err := c.reader.verify(c.maker.issue(mine).Nonce, mine); (err == nil) != c.known || err != nil &&
			!errors.Is(err, ErrChallenge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
