package publications

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/wordfilter"
)

// The limits of a publication's texts, in UTF-16 code units.
const (
	maxSignature = 50
	maxCaption   = 280
)

// MaxPublications is how often one artwork may be published, with other texts each time. Withdrawn
// ones count.
const MaxPublications = 3

// Publication is an artwork that its visitor publishes with texts on it.
type Publication struct {
	ID         uuid.UUID
	Artwork    Artwork
	Account    string // of the visitor who publishes it; empty without one
	Lane       string // the network that it comes from; empty when unknown
	Overlays   []render.Overlay
	Signature  string        // empty if there is none
	Handle     string        // of the account, if it is what the signature says; else empty
	Caption    string        // empty if there is none
	ParentID   uuid.NullUUID // the publication that it was made from
	ObjectName string
	Created    time.Time // microseconds, the database's precision

	Variants    []Variant // narrowest first
	Placeholder string    // the picture at 16 by 16 pixels, a WebP in base64

	PictureCheck PictureCheck
	PictureHash  *picture.Hash

	Intent idempotency.Request
}

// Published is a publication as it was recorded.
type Published struct {
	ID               uuid.UUID
	Type             Type
	ObjectName       string
	Caption          string    // empty for none
	Variants         []Variant // narrowest first; none for old pictures
	Placeholder      string    // empty for old pictures
	Created          time.Time
	Source           origin.Source // of the artwork
	Key              string        // of its intent, in the original spelling
	InputHash        []byte        // of that intent
	AwaitsCheck      bool          // it is not public yet
	moderation.State               // of decisions, as its maker sees it
}

// Variant is a published picture in another width, a WebP.
type Variant struct {
	ObjectName string `json:"object_name"` // below the media base
	Width      int    `json:"width"`       // pixels
}

// variantsOf returns the variants of a publication by its object: memes/{id}.png has
// memes/{id}-320.webp.
func variantsOf(objectName string) []Variant {
	all := make([]Variant, len(picture.Widths))
	for i, width := range picture.Widths {
		all[i] = Variant{ObjectName: fmt.Sprintf("%s-%d.webp", strings.TrimSuffix(objectName, ".png"), width),
			Width: width}
	}
	return all
}

// artworkPrefix begins the names of artworks, which their owners alone may see; formerPrefix began
// those of portraits before this release, and begins those of published ones.
const (
	artworkPrefix = "ai-generations/"
	formerPrefix  = "generated/"
)

// Prefixes are the name prefixes of all pictures, in order.
var Prefixes = []string{artworkPrefix, formerPrefix, "memes/"}

// Subject returns the subject under which an object is hidden: its id, which all forms of a picture
// share.
func Subject(name string) string {
	if id, ok := objects.ID(name); ok {
		return id.String()
	}
	return name
}

// Forms returns the objects that a name stands for: itself and, for a picture that may be
// published, its other widths.
func Forms(name string) []string {
	forms := []string{name}
	if strings.HasPrefix(name, "memes/") || strings.HasPrefix(name, formerPrefix) {
		for _, v := range variantsOf(name) {
			forms = append(forms, v.ObjectName)
		}
	}
	return forms
}

// PublishInput has an artwork and its texts. Its JSON, hashed, is the intent's fingerprint. The
// account, its handle and the network are no part of it: a retry after a log-in, or from elsewhere,
// gets the same response.
type PublishInput struct {
	ArtworkID string           `json:"ArtworkID"`
	Visitor   string           `json:"Visitor"`
	Account   string           `json:"-"`
	Handle    string           `json:"-"` // of the account; empty without one
	Lane      string           `json:"-"`
	Key       string           `json:"Key"` // the client's key of this intent
	Overlays  []render.Overlay `json:"Overlays"`
	Signature string           `json:"Signature"`
	Caption   string           `json:"Caption"`
	ParentID  string           `json:"ParentID,omitempty"` // of a publication; empty for none
}

// repeats returns idempotency.ErrKeyReused when the publication of the same key had another input.
// Earlier releases stored a key in its original spelling, which is part of the fingerprint.
func (in PublishInput) repeats(first Published) error {
	in.Key = first.Key
	as, err := in.intent()
	if err != nil {
		return err
	}
	return as.CheckInput(first.InputHash)
}

// intent returns the input's key and fingerprint.
func (in PublishInput) intent() (idempotency.Request, error) {
	b, err := json.Marshal(in)
	return idempotency.NewRequest(in.Key, b), err
}

// Validate reports every invalid field.
func (in PublishInput) Validate() error {
	bad := append(checkOverlays(in.Overlays), checkWords(in.Signature, in.Caption)...)
	if _, ok := text.ParseID(in.ParentID); in.ParentID != "" && !ok {
		bad = append(bad, unknownParent)
	}
	return fault.Invalid("PUBLICATION_INVALID", bad...)
}

// unknownParent is the field that names a parent which was never published.
var unknownParent = fault.Field{Name: "parentId", Message: "The picture that this was made from was never here."}

// checkParent rejects a parent that was never published. One that is not public any more is a parent
// all the same: it may have gone while the visitor worked.
func (s *Service) checkParent(ctx context.Context, in PublishInput) error {
	parent := in.parent()
	if !parent.Valid {
		return nil
	}
	known, err := s.store.WasPublished(ctx, parent.UUID)
	if err == nil && !known {
		err = fault.Invalid("PUBLICATION_INVALID", unknownParent)
	}
	return err
}

// parent returns the id of the parent of a valid input.
func (in PublishInput) parent() (parent uuid.NullUUID) {
	parent.UUID, parent.Valid = text.ParseID(in.ParentID)
	return parent
}

// provenHandle returns the account's handle if that is the signature, with or without its '@' and in
// any letter case; else the signature is free text.
func (in PublishInput) provenHandle() string {
	signed, ok := text.ParseHandle(in.Signature)
	if in.Account == "" || !ok || !strings.EqualFold(signed, in.Handle) {
		return ""
	}
	return in.Handle
}

// checkWords returns what is wrong with the texts beside a picture.
func checkWords(signature, caption string) (bad []fault.Field) {
	message := text.DescribeProblem(signature, maxSignature,
		fmt.Sprintf("A handle has at most %d characters.", maxSignature))
	if message == "" && !text.IsSingleLine(signature) {
		message = text.OneLineMessage
	}
	if message != "" {
		bad = append(bad, fault.Field{Name: "signature", Message: message})
	}
	if message := text.DescribeProblem(caption, maxCaption,
		fmt.Sprintf("A caption has at most %d characters.", maxCaption)); message != "" {
		bad = append(bad, fault.Field{Name: "caption", Message: message})
	}
	return bad
}

// emptyIfNil returns a text with visible characters, or the empty one.
func emptyIfNil(s string) string {
	if text.IsBlank(s) {
		return ""
	}
	return s
}

// shown returns all texts that are read with a publication, in reading order: those on the picture,
// those below it, and those of its job, which the gallery and link previews show as its
// description.
func (in PublishInput) shown(of Artwork) (all []wordfilter.Text) {
	for _, i := range readingOrder(in.Overlays) {
		all = append(all, wordfilter.Text{Field: fmt.Sprintf("overlays[%d].content", i), Text: in.Overlays[i].Content})
	}
	return append(all, wordfilter.Text{Field: "caption", Text: in.Caption},
		wordfilter.Text{Field: "signature", Text: in.Signature},
		wordfilter.Text{Field: "action", Text: of.Action}, wordfilter.Text{Field: "scene", Text: of.Scene},
		wordfilter.Text{Field: "style", Text: of.Style})
}

// readingOrder returns the indexes of overlays in reading order: from top to bottom, and from left
// to right if they are less than half a line apart. There are two at most.
func readingOrder(overlays []render.Overlay) []int {
	order := make([]int, len(overlays))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := overlays[i], overlays[j]
		if math.Abs(a.Y-b.Y) < min(a.FontSize, b.FontSize)/2 {
			return cmp.Compare(a.X, b.X)
		}
		return cmp.Compare(a.Y, b.Y)
	})
	return order
}

// newPublication returns a publication of an artwork, to be painted and stored.
func newPublication(a Artwork, in PublishInput, as idempotency.Request, now time.Time) (Publication, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Publication{}, err
	}
	prefix := "memes/"
	if a.Type == TypePFP {
		prefix = formerPrefix
	}
	name := prefix + id.String() + ".png"
	return Publication{
		ID: id, Artwork: a, Account: in.Account, Lane: in.Lane,
		Overlays: in.Overlays, Signature: emptyIfNil(in.Signature), Handle: in.provenHandle(),
		Caption: emptyIfNil(in.Caption), ParentID: in.parent(),
		ObjectName: name, Variants: variantsOf(name), Created: now.UTC().Truncate(time.Microsecond),
		Intent: as,
	}, nil
}
