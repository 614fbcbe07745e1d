package main

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// cardImages begins the addresses of the pictures of cards: that of the page /gallery is
// /cards/gallery.jpg, that of the landing page /cards/home.jpg.
const (
	cardImages    = "/cards/"
	cardImageType = ".jpg"
	homeCard      = "home"
)

// cardImagePath is the address of the picture of a page's card.
func cardImagePath(page string) string {
	name := strings.TrimPrefix(page, "/")
	if name == "" {
		name = homeCard
	}
	return cardImages + name + cardImageType
}

// pageOfCardImage is the page whose card has a picture at an address; ok is false for other
// addresses.
func pageOfCardImage(address string) (page string, ok bool) {
	name, isJPEG := strings.CutSuffix(strings.TrimPrefix(address, cardImages), cardImageType)
	if name == homeCard {
		name = ""
	}
	page = "/" + name
	return page, isJPEG && cardImagePath(page) == address
}

// The bounds of the drawn pictures that are kept, and how long caches may keep one: a picture that is
// taken down leaves the cards of others within that time.
const (
	maxCardBytes    = 32 << 20
	cardAge         = time.Hour
	cardCacheHeader = "public, max-age=300"
)

// drawnCards keeps drawn pictures, by what they show.
type drawnCards struct {
	media mediav1.MediaServiceClient
	drawn *otter.Cache[string, []byte]
}

func newDrawnCards(media mediav1.MediaServiceClient) *drawnCards {
	return &drawnCards{media: media, drawn: otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: maxCardBytes, ExpiryCalculator: otter.ExpiryWriting[string, []byte](cardAge),
		Weigher: func(key string, b []byte) uint32 { return uint32(entryOverhead + len(key) + len(b)) },
	})}
}

// get returns the picture of a card, drawn once however many ask; mayDraw decides about each of them.
func (d *drawnCards) get(
	ctx context.Context, drawing *mediav1.DrawCardRequest, mayDraw func() error,
) ([]byte, error) {
	encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(drawing)
	if err != nil {
		return nil, err
	}
	key := string(encoded)
	if b, ok := d.drawn.GetIfPresent(key); ok {
		return b, nil
	}
	if err := mayDraw(); err != nil {
		return nil, err
	}
	// The first one whose request it is may leave; the others still wait.
	return d.drawn.Get(context.WithoutCancel(ctx), key,
		otter.LoaderFunc[string, []byte](func(ctx context.Context, _ string) ([]byte, error) {
			ctx, cancel := context.WithTimeout(ctx, callTimeout)
			defer cancel()
			answer, err := d.media.DrawCard(ctx, drawing)
			return answer.GetData(), err
		}))
}

// serveCardImage serves the picture of a page's card.
func (g *gateway) serveCardImage(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pageOfCardImage(r.URL.Path)
		if !ok {
			writeProblem(r.Context(), w, errNoRoute)
			return
		}
		c, status := g.cardAt(r, api, page)
		switch {
		case status == http.StatusOK:
		case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
			writeProblem(r.Context(), w, errCardAway)
			return
		default:
			writeProblem(r.Context(), w, errNoRoute)
			return
		}
		if strings.HasPrefix(page, picturePath) {
			c.drawing.Credit = g.creditOf(r, api, page)
		}
		b, err := g.cards.get(r.Context(), c.drawing, func() error { return g.allow(r, limits.Cards) })
		if err != nil {
			writeProblem(r.Context(), w, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "image/jpeg")
		h.Set("Cache-Control", cardCacheHeader)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin") // others show it
		serveTagged(w, r, b, entityTag(b), nil)
	})
}

var errCardAway = fault.New(fault.KindUnavailable, "CARD_AWAY",
	"That picture can't be drawn right now. Try again in a moment.").WithRetryAfter(2 * time.Second)
