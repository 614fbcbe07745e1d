package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"mcwick.example/deploy/internal/visitor"
)

const pause = 50 * time.Millisecond

// browser is a visitor's, who has the same cookies at the platform and at the cache.
type browser struct {
	*visitor.Visitor
	own []string // what no other visitor may receive
}

func newBrowser() *browser {
	b := &browser{Visitor: visitor.New("", "")}
	b.Jar = everywhere{b.Jar}
	return b
}

// newStranger returns a browser that keeps no cookies.
func newStranger() *browser {
	b := newBrowser()
	b.Jar = nil
	return b
}

// everywhere keeps cookies of all addresses together.
type everywhere struct{ jar http.CookieJar }

var anywhere = &url.URL{Scheme: "http", Host: "localhost"}

func (e everywhere) Cookies(*url.URL) []*http.Cookie { return e.jar.Cookies(anywhere) }
func (e everywhere) SetCookies(_ *url.URL, cookies []*http.Cookie) {
	e.jar.SetCookies(anywhere, cookies)
}

func isHit(a visitor.Answer) bool {
	return strings.HasPrefix(a.Header.Get("Cache-Status"), "varnish; hit")
}

// get requests an address; headers are name, value, name, value.
func (b *browser) get(ctx context.Context, address string, headers ...string) (visitor.Answer, error) {
	return b.Send(ctx, http.MethodGet, address, nil, headers...)
}

// job is a job or a video, as far as it is needed here.
type job struct {
	ID       string
	Artwork  struct{ ID, ObjectName, Address string }
	Speech   struct{ ID, ObjectName, Address string }
	Address  string
	Captions string `json:"captionsObjectName"`
	Poster   string `json:"posterObjectName"`
	Object   string `json:"objectName"`
}

// makeJob has the platform make something and waits for it.
func (b *browser) makeJob(ctx context.Context, origin, kind string, input any) (j job, err error) {
	if err := b.Call(ctx, http.MethodPost, origin+"/api/v1/jobs", map[string]any{kind: input}, &j); err != nil {
		return j, err
	}
	err = b.AwaitJob(ctx, origin+"/api/v1/jobs/"+j.ID, &j)
	b.own = append(b.own, j.ID, j.Artwork.ID, j.Speech.ID)
	return j, err
}

// picture is a publication.
type picture struct {
	ID         string
	ObjectName string
	Variants   []struct{ ObjectName string }
}

// names returns the objects of all forms.
func (p picture) names() []string {
	names := []string{p.ObjectName}
	for _, v := range p.Variants {
		names = append(names, v.ObjectName)
	}
	return names
}

// publish publishes a new picture.
func (b *browser) publish(ctx context.Context, origin string) (p picture, err error) {
	made, err := b.makeJob(ctx, origin, "meme", map[string]string{"action": "waving " + uuid.NewString()[:8],
		"scene": "a beach", "style": "Anime"})
	if err != nil {
		return p, err
	}
	err = b.Call(ctx, http.MethodPost, origin+"/api/v1/artworks/"+made.Artwork.ID+"/publications",
		map[string]any{"overlays": []map[string]any{{"content": "GM", "fontSize": 100, "fontFamily": "Impact",
			"color": "#ffffff", "x": 512, "y": 512}}, "caption": "a drill"}, &p)
	return p, err
}

// shareVideo makes a video and shares it.
func (b *browser) shareVideo(ctx context.Context, origin string) (shared job, speech string, err error) {
	said, err := b.makeJob(ctx, origin, "speech", map[string]string{"text": "a drill of six short words"})
	if err != nil {
		return shared, "", err
	}
	var video job
	if err := b.Call(ctx, http.MethodPost, origin+"/api/v1/videos", map[string]string{"speechId": said.Speech.ID,
		"category": "subway", "pfp": "pfp1"}, &video); err != nil {
		return shared, "", err
	}
	if err := b.AwaitJob(ctx, origin+"/api/v1/videos/"+video.ID, &video); err != nil {
		return shared, "", err
	}
	err = b.Call(ctx, http.MethodPost, origin+"/api/v1/videos/"+video.ID+"/share", map[string]any{}, nil)
	if err != nil {
		return shared, "", err
	}
	err = b.Call(ctx, http.MethodGet, origin+"/api/v1/shared-videos/"+video.ID, nil, &shared)
	return shared, said.Speech.ID, err
}
