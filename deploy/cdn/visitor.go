package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	requestTimeout = 30 * time.Second
	jobTimeout     = 3 * time.Minute
	pause          = 50 * time.Millisecond
)

// httpClient decodes nothing and follows no redirects.
var httpClient = &http.Client{
	Timeout:       requestTimeout,
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 32},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// visitor is a browser with cookies.
type visitor struct {
	name    string
	cookies map[string]string
	own     []string // what no other visitor may receive
}

// answer is a whole response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) isHit() bool { return strings.HasPrefix(a.header.Get("Cache-Status"), "varnish; hit") }

// get requests an address; header is name, value, name, value.
func (v *visitor) get(ctx context.Context, address string, header ...string) (answer, error) {
	return v.send(ctx, http.MethodGet, address, nil, header...)
}

// send sends a request with the visitor's cookies, and keeps those of the response.
func (v *visitor) send(
	ctx context.Context, method, address string, body any, header ...string,
) (a answer, err error) {
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return a, err
		}
		content = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return a, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", uuid.NewString())
	}
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := httpClient.Do(r)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return a, err
	}
	for _, c := range resp.Cookies() {
		if v.cookies != nil {
			v.cookies[c.Name] = c.Value
		}
	}
	return answer{resp.StatusCode, resp.Header, b}, nil
}

// call sends a request that must succeed, and decodes the response.
func (v *visitor) call(ctx context.Context, method, address string, body, into any) error {
	a, err := v.send(ctx, method, address, body)
	if err != nil {
		return err
	}
	if a.status/100 != 2 {
		return fmt.Errorf("%s %s: %d %s", method, address, a.status, a.body)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(a.body, into)
}

// job is a job or a video, as far as it is needed here.
type job struct {
	ID       string
	State    string
	Artwork  struct{ ID, ObjectName, Address string }
	Speech   struct{ ID, ObjectName, Address string }
	Address  string
	Captions string `json:"captionsObjectName"`
	Poster   string `json:"posterObjectName"`
	Object   string `json:"objectName"`
}

// await reads a job or a video until it has ended.
func (v *visitor) await(ctx context.Context, address string) (j job, err error) {
	ctx, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	for {
		if err := v.call(ctx, http.MethodGet, address, nil, &j); err != nil {
			return j, err
		}
		switch {
		case strings.HasSuffix(j.State, "_SUCCEEDED"):
			return j, nil
		case !strings.HasSuffix(j.State, "_QUEUED") && !strings.HasSuffix(j.State, "_RUNNING"):
			return j, fmt.Errorf("%s: %s", address, j.State)
		}
		time.Sleep(4 * pause)
	}
}

// makeJob has the platform make something and waits for it.
func (v *visitor) makeJob(ctx context.Context, origin, kind string, input any) (j job, err error) {
	if err := v.call(ctx, http.MethodPost, origin+"/api/v1/jobs", map[string]any{kind: input}, &j); err != nil {
		return j, err
	}
	j, err = v.await(ctx, origin+"/api/v1/jobs/"+j.ID)
	v.own = append(v.own, j.ID, j.Artwork.ID, j.Speech.ID)
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
func (v *visitor) publish(ctx context.Context, origin string) (p picture, err error) {
	made, err := v.makeJob(ctx, origin, "meme", map[string]string{"action": "waving " + uuid.NewString()[:8],
		"scene": "a beach", "style": "Anime"})
	if err != nil {
		return p, err
	}
	err = v.call(ctx, http.MethodPost, origin+"/api/v1/artworks/"+made.Artwork.ID+"/publications",
		map[string]any{"overlays": []map[string]any{{"content": "GM", "fontSize": 100, "fontFamily": "Impact",
			"color": "#ffffff", "x": 512, "y": 512}}, "caption": "a drill"}, &p)
	return p, err
}

// shareVideo makes a video and shares it.
func (v *visitor) shareVideo(ctx context.Context, origin string) (shared job, speech string, err error) {
	said, err := v.makeJob(ctx, origin, "speech", map[string]string{"text": "a drill of six short words"})
	if err != nil {
		return shared, "", err
	}
	var video job
	if err := v.call(ctx, http.MethodPost, origin+"/api/v1/videos", map[string]string{"speechId": said.Speech.ID,
		"category": "subway", "pfp": "pfp1"}, &video); err != nil {
		return shared, "", err
	}
	if _, err := v.await(ctx, origin+"/api/v1/videos/"+video.ID); err != nil {
		return shared, "", err
	}
	err = v.call(ctx, http.MethodPost, origin+"/api/v1/videos/"+video.ID+"/share", map[string]any{}, nil)
	if err != nil {
		return shared, "", err
	}
	err = v.call(ctx, http.MethodGet, origin+"/api/v1/shared-videos/"+video.ID, nil, &shared)
	return shared, said.Speech.ID, err
}
