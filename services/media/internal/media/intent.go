package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// Intent is the client's name for one publication: the same visitor, key and input give the same
// publication, another input under the same key is a conflict.
type Intent struct {
	Key       string
	InputHash []byte
}

// check refuses another input under the same key.
func (i Intent) check(other Intent) error {
	if !bytes.Equal(i.InputHash, other.InputHash) {
		return ErrKeyReused
	}
	return nil
}

// fingerprint is what of an input is hashed. The hashes are kept, and a retry may meet code that is newer
// than its first try: names and order stay, and a new field is omitted when it is empty.
type fingerprint struct {
	ArtworkID string
	Visitor   string
	Key       string
	Overlays  []overlayFingerprint
	Signature string
	Caption   string
}

type overlayFingerprint struct {
	Content    string
	FontFamily string
	FontSize   float64
	Color      string
	Rotation   float64
	X, Y       float64
}

// intent is the input's name and fingerprint.
func (in PublishInput) intent() (Intent, error) {
	f := fingerprint{ArtworkID: in.ArtworkID, Visitor: in.Visitor, Key: in.Key, Signature: in.Signature, Caption: in.Caption}
	for _, o := range in.Overlays {
		f.Overlays = append(f.Overlays, overlayFingerprint{
			Content: o.Content, FontFamily: o.FontFamily, FontSize: o.FontSize, Color: o.Color, Rotation: o.Rotation, X: o.X, Y: o.Y,
		})
	}
	b, err := json.Marshal(f)
	if err != nil {
		return Intent{}, fmt.Errorf("fingerprint: %w", err)
	}
	h := sha256.Sum256(b)
	return Intent{Key: in.Key, InputHash: h[:]}, nil
}
