package operator

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// Credentials are the operators' names by the hash of their token. Tokens are random and long, so
// their hash needs no salt; the tokens themselves are kept nowhere but with the operators.
type Credentials map[[sha256.Size]byte]string

// namePattern keeps names apart from anything that could be mistaken in a log.
var namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// ReadCredentials reads a file with a line for each token, the operator's name and the SHA-256 of
// the token in hex; empty lines and those that begin with # say nothing. An operator may have two
// tokens while one replaces the other. All bad lines are reported.
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

func (c Credentials) add(line string) error {
	fields := strings.Fields(line)
	if len(fields) != 2 || !namePattern.MatchString(fields[0]) {
		return errors.New("want a name of small letters and the SHA-256 of a token")
	}
	hash, err := hex.DecodeString(fields[1])
	if err != nil || len(hash) != sha256.Size {
		return errors.New("the SHA-256 of a token has 64 hex digits")
	}
	key := [sha256.Size]byte(hash)
	if other, taken := c[key]; taken {
		return fmt.Errorf("%s has that token", other)
	}
	c[key] = fields[0]
	return nil
}

// CredentialLine is what stands in the file for an operator's token.
func CredentialLine(name, token string) string {
	hash := sha256.Sum256([]byte(token))
	return name + " " + hex.EncodeToString(hash[:]) + "\n"
}

// name returns whose token it is, or "". It takes the same time for every token.
func (c Credentials) name(token string) (found string) {
	hash := sha256.Sum256([]byte(token))
	for known, name := range c {
		if subtle.ConstantTimeCompare(hash[:], known[:]) == 1 {
			found = name
		}
	}
	return found
}
