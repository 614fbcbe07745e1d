package client

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"

	"github.com/google/uuid"

	"mcwick.example/deploy/chaos/history"
)

// picture is a publication that its client got acknowledged.
type picture struct{ id, object string }

// pictures are those that any client may look at.
type pictures struct {
	mu  sync.Mutex
	all []picture
}

func (p *pictures) add(one picture) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, one)
}

// pick gives one of them, the newest more often: those have races.
func (p *pictures) pick(dice *rand.Rand) (picture, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.all)
	if n == 0 {
		return picture{}, false
	}
	if dice.IntN(2) == 0 {
		return p.all[n-1-dice.IntN(min(n, 5))], true
	}
	return p.all[dice.IntN(n)], true
}

func newKey() string { return uuid.NewString() }

func (v *Visitor) publish(ctx context.Context, artwork string) {
	call := v.repeatTwice(ctx, request{
		operation: history.Publish, arguments: history.Arguments{Key: newKey(), Artwork: artwork},
		method: http.MethodPost, path: "/api/v1/artworks/" + artwork + "/publications",
		body: map[string]any{"overlays": []any{}},
	})
	if call.Outcome == history.Acknowledged {
		p := picture{call.Answer.Publication, call.Answer.Object}
		v.own = append(v.own, p)
		v.pictures.add(p)
	}
}

func (v *Visitor) listPublications(ctx context.Context) {
	v.repeat(ctx, request{
		operation: history.ListPublications, method: http.MethodGet, path: "/api/v1/publications?pageSize=100",
	})
}

func (v *Visitor) withdraw(ctx context.Context) {
	if len(v.own) == 0 {
		return
	}
	p := v.own[v.dice.IntN(len(v.own))]
	call := v.repeatTwice(ctx, request{
		operation: history.Withdraw, arguments: history.Arguments{Publication: p.id},
		method: http.MethodDelete, path: "/api/v1/publications/" + p.id,
	})
	if call.Outcome == history.Acknowledged {
		v.fetch(ctx, p)
	}
}

func (v *Visitor) report(ctx context.Context) {
	if p, ok := v.pictures.pick(v.dice); ok {
		v.repeat(ctx, request{
			operation: history.Report, arguments: history.Arguments{Publication: p.id}, method: http.MethodPost,
			path: "/api/v1/publications/" + p.id + "/reports",
			body: map[string]string{"reason": "REPORT_REASON_SPAM", "note": ""},
		})
	}
}

func (v *Visitor) getMedia(ctx context.Context) {
	if p, ok := v.pictures.pick(v.dice); ok {
		v.fetch(ctx, p)
	}
}

func (v *Visitor) fetch(ctx context.Context, p picture) {
	v.repeat(ctx, request{
		operation: history.GetMedia, arguments: history.Arguments{Publication: p.id}, method: http.MethodGet,
		path: "/media/" + p.object,
	})
}

func (v *Visitor) like(ctx context.Context) {
	p, ok := v.pictures.pick(v.dice)
	if !ok {
		return
	}
	v.repeatTwice(ctx, request{
		operation: history.Like, arguments: history.Arguments{Publication: p.id}, method: http.MethodPut,
		path: "/api/v1/images/" + p.id + "/like",
	})
}

func (v *Visitor) getImage(ctx context.Context) {
	if p, ok := v.pictures.pick(v.dice); ok {
		v.repeat(ctx, request{
			operation: history.GetImage, arguments: history.Arguments{Publication: p.id}, method: http.MethodGet,
			path: "/api/v1/images/" + p.id,
		})
	}
}

// maxListed is how many pictures one call may ask about.
const maxListed = 100

func (v *Visitor) listLikes(ctx context.Context) {
	v.pictures.mu.Lock()
	query := url.Values{}
	for _, p := range v.pictures.all[max(0, len(v.pictures.all)-maxListed):] {
		query.Add("ids", p.id)
	}
	v.pictures.mu.Unlock()
	if len(query) == 0 {
		return
	}
	v.repeat(ctx, request{
		operation: history.ListLikes, arguments: history.Arguments{ImageIDs: query["ids"]}, method: http.MethodGet,
		path: "/api/v1/likes?" + query.Encode(),
	})
}
