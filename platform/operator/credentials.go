package operator

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"time"
)

// Credential is what a token stands for.
type Credential struct {
	Name    string
	Scopes  []Scope
	Expires time.Time // it is refused from then on; zero for never
}

// Credentials are the operators by the hash of their token. Tokens are random and long, so their
// hash needs no salt; the tokens themselves are kept nowhere but with the operators.
type Credentials map[[sha256.Size]byte]Credential

// namePattern keeps names apart from anything that could be mistaken in a log.
var namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// ReadCredentials reads a file with a line for each token: the operator's name, the SHA-256 of the
// token in hex, its scopes with commas between, and the day (UTC) or the time (RFC 3339) from which
// on it is refused. Without scopes it may do everything, and without a day it has no end. Empty lines
// and those that begin with # say nothing. An operator may have two tokens while one replaces the
// other. All bad lines are reported, and the good ones returned; none are of a file that cannot be read.
func ReadCredentials(path string) (Credentials, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("operators: %w", err)
	}
	known := make(Credentials)
	var errs []error
	lines := bufio.NewScanner(bytes.NewReader(b))
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := known.add(line); err != nil {
			errs = append(errs, fmt.Errorf("operators: line %d of %s: %w", number, path, err))
		}
	}
	errs = append(errs, lines.Err())
	if len(known) == 0 {
		errs = append(errs, fmt.Errorf("operators: %s has no operator", path))
	}
	return known, errors.Join(errs...)
}

// credentialsLoader returns a function that reads the file with ReadCredentials. Once it was good, bad
// lines, or none at all, are logged and no error: a token that was taken out of the file opens
// nothing, whatever is wrong with the rest.
func credentialsLoader(log *slog.Logger, path string) func() (Credentials, error) {
	var wasGood bool
	var logged string
	return func() (Credentials, error) {
		known, err := ReadCredentials(path)
		if err == nil || !wasGood || known == nil {
			wasGood, logged = wasGood || err == nil, ""
			return known, err
		}
		if problem := err.Error(); problem != logged {
			log.Warn("the operators' file is not good; what it does not have is refused", "error", err)
			logged = problem
		}
		return known, nil
	}
}

func (c Credentials) add(line string) error {
	fields := strings.Fields(line)
	if len(fields) < 2 || len(fields) > 4 || !namePattern.MatchString(fields[0]) {
		return errors.New("want a name of small letters, the SHA-256 of a token, its scopes and its end")
	}
	hash, err := hex.DecodeString(fields[1])
	if err != nil || len(hash) != sha256.Size {
		return errors.New("the SHA-256 of a token has 64 hex digits")
	}
	key := [sha256.Size]byte(hash)
	if other, taken := c[key]; taken {
		return fmt.Errorf("%s has that token", other.Name)
	}
	credential := Credential{Name: fields[0], Scopes: AllScopes}
	if len(fields) > 2 {
		if credential.Scopes, err = ParseScopes(fields[2]); err != nil {
			return err
		}
	}
	if len(fields) > 3 {
		if credential.Expires, err = ParseExpiry(fields[3]); err != nil {
			return err
		}
	}
	c[key] = credential
	return nil
}

// ParseExpiry reads a day, which begins at midnight UTC, or a time.
func ParseExpiry(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no end of a token: want 2030-12-31 or 2030-12-31T12:00:00Z", text)
}

// CredentialLine is what stands in the file for a token that may do everything; more are its scopes
// and its end.
func CredentialLine(name, token string, more ...string) string {
	hash := sha256.Sum256([]byte(token))
	return strings.Join(append([]string{name, hex.EncodeToString(hash[:])}, more...), " ") + "\n"
}

// find returns what a token stands for. It takes the same time for every token.
func (c Credentials) find(token string) (found Credential, ok bool) {
	hash := sha256.Sum256([]byte(token))
	for known, credential := range c {
		if subtle.ConstantTimeCompare(hash[:], known[:]) == 1 {
			found, ok = credential, true
		}
	}
	return found, ok
}
