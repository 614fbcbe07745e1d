package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// crowd are visitors who look at the same pictures.
type crowd struct {
	base     string
	files    []string
	pictures []string
	visitors []visitor
	said     *promises
}

// gather lets them come and look at the gallery's first page.
func gather(ctx context.Context, base string, visitors int, said *promises) (*crowd, error) {
	c := &crowd{base: base, said: said,
		files: []string{"/", "/gallery", "/lore", "/config.json", "/mfe/gallery/remoteEntry.js",
			"/mfe/studio/remoteEntry.js"}}
	for i := range visitors {
		v, err := arrive(ctx, base, fmt.Sprintf("198.18.%d.%d", i%250, i/250+1))
		if err != nil {
			return nil, err
		}
		c.visitors = append(c.visitors, v)
	}
	return c, c.visitors[0].images(ctx, func(page []image) bool {
		for _, i := range page {
			c.pictures = append(c.pictures, i.ID)
			c.files = append(c.files, "/media/"+i.ObjectName)
			said.had(i)
		}
		return false
	})
}

// send sends requests at the rate, and tells of each that fails.
func (c *crowd) send(rate int, duration time.Duration) error {
	client := &http.Client{Transport: c.said.hearing(&http.Transport{MaxIdleConnsPerHost: 10_000})}
	attacker := vegeta.NewAttacker(vegeta.Client(client), vegeta.Timeout(requestTimeout),
		vegeta.Redirects(vegeta.NoFollow))
	defer attacker.Stop()
	var seen vegeta.Metrics
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	failed := 0
	for result := range attacker.Attack(c.next, vegeta.Rate{Freq: rate, Per: time.Second}, duration, "") {
		seen.Add(result)
		if result.Error != "" {
			failed++
			fmt.Printf("%s %s %s: %d %s %.200s\n", result.Timestamp.Format(time.TimeOnly), result.Method, result.URL,
				result.Code, result.Error, result.Body)
		}
		select {
		case <-tick.C:
			fmt.Printf("%s %d answers, %d failed\n", time.Now().Format(time.TimeOnly), seen.Requests, failed)
		default:
		}
	}
	seen.Close()
	if err := vegeta.NewTextReporter(&seen).Report(os.Stdout); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d requests failed", failed, seen.Requests)
	}
	return nil
}

// next is what the next visitor asks for: half of them files and pages, four in ten the gallery,
// the others like a picture.
func (c *crowd) next(t *vegeta.Target) error {
	t.Method, t.Header = http.MethodGet, c.visitors[rand.IntN(len(c.visitors))].header
	switch n := rand.IntN(10); {
	case n < 5:
		t.URL = c.base + c.files[rand.IntN(len(c.files))]
	case n < 9 || len(c.pictures) == 0:
		t.URL = c.base + "/api/v1/images"
	default:
		t.Method, t.URL = http.MethodPut, c.base+likeOf(c.pictures[rand.IntN(len(c.pictures))])
	}
	return nil
}

const imagesAt = "/api/v1/images/"

func likeOf(picture string) string { return imagesAt + picture + "/like" }

// likedBy returns the picture that a request likes.
func likedBy(r *http.Request) (picture string, ok bool) {
	picture, ok = strings.CutSuffix(strings.TrimPrefix(r.URL.Path, imagesAt), "/like")
	return picture, ok && r.Method == http.MethodPut
}
