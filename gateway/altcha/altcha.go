// Package altcha makes and verifies challenges of ALTCHA, version 2: a proof of work that a browser
// finds by deriving keys with PBKDF2. It knows one form of it: SHA-256, the answer known to the
// maker, both signatures there.
package altcha

import (
	"bytes"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"
)

const (
	algorithm   = "PBKDF2/SHA-256"
	keyBytes    = 32
	prefixBytes = keyBytes / 2
	nonceBytes  = 16
)

// maxPayload bounds a solution as it comes, in characters. Ours have about 900.
const maxPayload = 2048

// Data is what a challenge is bound to. Its fields are in the order of their JSON names, as those of
// parameters: the signature is over JSON with sorted names.
type Data struct {
	Lane    string `json:"lane"`
	Level   int    `json:"level,omitempty"` // how hard it is
	Purpose string `json:"purpose"`
}

// parameters are what is signed.
type parameters struct {
	Algorithm    string `json:"algorithm"`
	Cost         int    `json:"cost"`
	Data         Data   `json:"data"`
	ExpiresAt    int64  `json:"expiresAt"` // Unix seconds
	KeyLength    int    `json:"keyLength"`
	KeyPrefix    string `json:"keyPrefix"`
	KeySignature string `json:"keySignature"`
	Nonce        string `json:"nonce"`
	Salt         string `json:"salt"`
}

// Challenge is what a browser gets.
type Challenge struct {
	Parameters parameters `json:"parameters"`
	Signature  string     `json:"signature"`
}

// payload is what a browser sends back.
type payload struct {
	Challenge Challenge `json:"challenge"`
	Solution  struct {
		Counter    uint32  `json:"counter"`
		DerivedKey string  `json:"derivedKey"`
		Time       float64 `json:"time"` // milliseconds, as the browser says: not used
	} `json:"solution"`
}

// Signer signs challenges and verifies their solutions. Each of its keys has at least 32 bytes.
type Signer struct {
	Key       []byte // of challenges
	AnswerKey []byte // of answers
}

// Create makes a challenge whose answer is the counter: a browser derives counter + 1 keys to find
// it, each with so many iterations. It derives one.
func (s Signer) Create(iterations int, counter uint32, expires time.Time, data Data) (Challenge, error) {
	var nonce, salt [nonceBytes]byte
	_, _ = rand.Read(nonce[:]) // never fails
	_, _ = rand.Read(salt[:])
	password := binary.BigEndian.AppendUint32(nonce[:], counter)
	key, err := pbkdf2.Key(sha256.New, string(password), salt[:], iterations, keyBytes)
	if err != nil {
		return Challenge{}, err
	}
	p := parameters{
		Algorithm: algorithm, Cost: iterations, Data: data, ExpiresAt: expires.Unix(), KeyLength: keyBytes,
		KeyPrefix: hex.EncodeToString(key[:prefixBytes]), KeySignature: sign(s.AnswerKey, key),
		Nonce: hex.EncodeToString(nonce[:]), Salt: hex.EncodeToString(salt[:]),
	}
	signature, err := s.signatureOf(p)
	return Challenge{Parameters: p, Signature: signature}, err
}

// The reasons why a solution is refused.
var (
	ErrUnreadable = errors.New("unreadable solution")
	ErrSignature  = errors.New("challenge of another maker, or changed")
	ErrExpired    = errors.New("challenge expired")
	ErrAnswer     = errors.New("wrong answer")
)

// Verify reads a solution in base64. It returns what the challenge was bound to, and a name of the
// challenge by which the caller knows that it was used before. It costs two HMACs.
func (s Signer) Verify(text string, now time.Time) (data Data, id string, err error) {
	if len(text) > maxPayload {
		return Data{}, "", ErrUnreadable
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return Data{}, "", ErrUnreadable
	}
	var in payload
	if err := json.Unmarshal(raw, &in); err != nil {
		return Data{}, "", ErrUnreadable
	}
	p := in.Challenge.Parameters
	signature, err := s.signatureOf(p)
	if err != nil || !hmac.Equal([]byte(signature), []byte(in.Challenge.Signature)) {
		return Data{}, "", ErrSignature
	}
	if now.Unix() >= p.ExpiresAt {
		return Data{}, "", ErrExpired
	}
	key, err := hex.DecodeString(in.Solution.DerivedKey)
	if err != nil || !hmac.Equal([]byte(sign(s.AnswerKey, key)), []byte(p.KeySignature)) {
		return Data{}, "", ErrAnswer
	}
	return p.Data, p.Nonce, nil
}

// signatureOf signs the parameters as they stand in JSON with sorted names.
func (s Signer) signatureOf(p parameters) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // as JavaScript writes JSON
	if err := e.Encode(p); err != nil {
		return "", err
	}
	return sign(s.Key, bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

func sign(key, of []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write(of)
	return hex.EncodeToString(m.Sum(nil))
}
