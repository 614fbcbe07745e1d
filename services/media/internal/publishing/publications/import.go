package publications

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"image"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/picture"
)

// siteOwner is the visitor of the operators' art: no device has that name, and any operator who
// imports a file again gets the same publication.
const siteOwner = "operators"

// maxKey limits the key of an import.
const maxKey = 100

// ImportInput is a picture of the site's own. Its JSON, hashed, is the intent's fingerprint.
type ImportInput struct {
	Image     []byte `json:"-"` // PNG, JPEG or WebP; untrusted
	Sum       []byte // of the image
	Caption   string
	Signature string
	Key       string `json:"-"` // the client's key of this import
	Note      string `json:"-"` // the reason, for the audit log
}

// intent returns the input's key and fingerprint, or an error that lists every invalid field.
func (in ImportInput) intent() (idempotency.Request, error) {
	bad := checkWords(in.Signature, in.Caption)
	if in.Key == "" || len(in.Key) > maxKey {
		bad = append(bad, fault.Field{Name: "idempotencyKey",
			Message: "The import needs a name of at most 100 characters, broh."})
	}
	_, unfit := moderation.CheckNote(in.Note)
	if err := fault.Invalid("IMPORT_INVALID", append(bad, unfit...)...); err != nil {
		return idempotency.Request{}, err
	}
	sum := sha256.Sum256(in.Image)
	in.Sum = sum[:]
	b, err := json.Marshal(in)
	return idempotency.NewRequest(in.Key, b), err
}

// ImportArt publishes a picture of the site's own. The file passes the same validation as a
// provider's, and only our own encoding of it is stored. A repeat returns what the first call
// published.
func (s *Service) ImportArt(ctx context.Context, in ImportInput) (Published, error) {
	as, err := in.intent()
	if err != nil {
		return Published{}, err
	}
	first, err := s.store.Published(ctx, siteOwner, in.Key)
	if err == nil {
		return first, as.CheckInput(first.InputHash)
	}
	if !errors.Is(err, ErrPublicationNotFound) {
		return Published{}, err
	}
	artwork := Artwork{ID: uuid.New(), Visitor: siteOwner, Type: TypeArt, Created: s.now()}
	p, err := newPublication(artwork, PublishInput{Caption: in.Caption, Signature: in.Signature}, as, s.now())
	if err != nil {
		return Published{}, err
	}
	p.Artwork.ObjectName = p.ObjectName // the imported file is published as it is
	var variants picture.Variants
	err = s.acquirePainter(ctx, func() error {
		var m *image.RGBA
		if m, err = picture.Open(in.Image); err == nil {
			variants, err = picture.EncodeVariants(m, p.mark())
		}
		return err
	})
	if err != nil {
		return Published{}, err
	}
	return s.publishVariants(ctx, p, variants,
		func(ctx context.Context, p Publication) (Published, error) { return s.store.Import(ctx, p, in.Note) })
}
