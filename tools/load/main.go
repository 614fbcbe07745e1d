// Command load is a crowd before a running platform: it asks for what visitors ask at a steady rate, whatever the answers
// are, and ends with 1 when a single request failed. It is what a roll-out is watched with.
//
//	load -url http://gateway:8080 -rate 100 -time 2m
//
// Each visitor has a device cookie and an address of its own, which a gateway believes whose TRUSTED_PROXIES name the
// place where load runs; elsewhere the limits are those of one visitor.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// patience is how long a visitor waits for an answer.
const patience = 10 * time.Second

func main() {
	base := flag.String("url", "http://localhost:8080", "where the page is")
	rate := flag.Int("rate", 100, "requests a second")
	duration := flag.Duration("time", time.Minute, "how long")
	visitors := flag.Int("visitors", 200, "how many there are")
	flag.Parse()
	if err := run(*base, *rate, *duration, *visitors); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// crowd are visitors who look at the same pictures.
type crowd struct {
	base     string
	files    []string
	pictures []string
	visitors []http.Header
}

func run(base string, rate int, duration time.Duration, visitors int) error {
	c := crowd{base: base, files: []string{"/", "/gallery", "/lore", "/config.json", "/mfe/gallery/remoteEntry.js", "/mfe/studio/remoteEntry.js"}}
	for i := range visitors {
		if err := c.arrive(i); err != nil {
			return err
		}
	}
	fmt.Printf("%d visitors, %d pictures, %d requests a second for %s\n", visitors, len(c.pictures), rate, duration)

	attacker := vegeta.NewAttacker(vegeta.Timeout(patience), vegeta.Redirects(vegeta.NoFollow))
	defer attacker.Stop()
	var seen vegeta.Metrics
	second := time.NewTicker(10 * time.Second)
	defer second.Stop()
	failed := 0
	for result := range attacker.Attack(c.next, vegeta.Rate{Freq: rate, Per: time.Second}, duration, "") {
		seen.Add(result)
		if result.Error != "" {
			failed++
			fmt.Printf("%s %s %s: %d %s %.200s\n", result.Timestamp.Format(time.TimeOnly), result.Method, result.URL, result.Code, result.Error, result.Body)
		}
		select {
		case <-second.C:
			fmt.Printf("%s %d answers, %d failed\n", time.Now().Format(time.TimeOnly), seen.Requests+1, failed)
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

// arrive lets one more visitor look at the gallery, who gets a cookie for it.
func (c *crowd) arrive(i int) error {
	header := http.Header{"X-Forwarded-For": {fmt.Sprintf("198.18.%d.%d", i/250, i%250+1)}, "Accept": {"text/html, application/json"}}
	request, err := http.NewRequest(http.MethodGet, c.base+"/api/v1/sessions/current", http.NoBody)
	if err != nil {
		return err
	}
	request.Header = header.Clone()
	response, err := (&http.Client{Timeout: patience}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		header.Add("Cookie", cookie.Name+"="+cookie.Value)
	}
	if header.Get("Cookie") == "" {
		return fmt.Errorf("no cookie for visitor %d: %s", i, response.Status)
	}
	c.visitors = append(c.visitors, header)
	if i > 0 {
		return nil
	}
	list, err := http.Get(c.base + "/api/v1/images")
	if err != nil {
		return err
	}
	defer list.Body.Close()
	var page struct {
		Images []struct {
			ID         string `json:"id"`
			ObjectName string `json:"objectName"`
		} `json:"images"`
	}
	text, err := io.ReadAll(list.Body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return fmt.Errorf("%s: %w", list.Status, err)
	}
	for _, image := range page.Images {
		c.pictures = append(c.pictures, image.ID)
		c.files = append(c.files, "/media/"+image.ObjectName)
	}
	return nil
}

// next is what the next visitor asks for: half of them files and pages, four in ten the gallery, the others like a picture.
func (c *crowd) next(t *vegeta.Target) error {
	t.Method, t.Header = http.MethodGet, c.visitors[rand.IntN(len(c.visitors))]
	switch n := rand.IntN(10); {
	case n < 5:
		t.URL = c.base + c.files[rand.IntN(len(c.files))]
	case n < 9 || len(c.pictures) == 0:
		t.URL = c.base + "/api/v1/images"
	default:
		t.Method, t.URL = http.MethodPut, c.base+"/api/v1/images/"+c.pictures[rand.IntN(len(c.pictures))]+"/like"
	}
	return nil
}
