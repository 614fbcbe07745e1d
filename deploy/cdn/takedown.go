package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"mcwick.example/deploy/chaos/rows"
	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
)

// What is promised.
const (
	goneWithin      = 2 * time.Second  // of the decision
	purgedWithin    = 15 * time.Second // of the cache's return: the longest pause between tries, and a try
	staysGone       = 7 * time.Second  // the last purge is done then
	warmTimeout     = 10 * time.Second
	pollers         = 4
	longSharedCache = 300 * 24 * 3600 // seconds that a public object is kept at least
)

var errStatus = errors.New("neither 200 nor 410")

// drill is one run.
type drill struct {
	platform rows.Platform
	varnish  *varnish
	origin   string
	times    int
	ann, bob *browser
	first    picture
	video    job
	speech   string
}

// arrive has ann publish a picture and share a video.
func (d *drill) arrive(ctx context.Context) (err error) {
	d.ann, d.bob = newBrowser(), newBrowser()
	if d.first, err = d.ann.publish(ctx, d.origin); err != nil {
		return err
	}
	d.video, d.speech, err = d.ann.shareVideo(ctx, d.origin)
	return err
}

// cached returns the address of an object at the cache.
func (d *drill) cached(name string) string { return d.varnish.url + "/media/" + name }

// warm requests objects until the cache has them.
func (d *drill) warm(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := wait.Eventually(ctx, warmTimeout, pause, "hit of "+name, func(ctx context.Context) (string, error) {
			a, err := d.bob.get(ctx, d.cached(name))
			if err != nil || isHit(a) && a.Status == http.StatusOK {
				return "", err
			}
			return fmt.Sprint(a.Status, a.Header), nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// checkKept checks that objects come from the cache, also in parts and to conditions.
func (d *drill) checkKept(ctx context.Context) error {
	if a, err := d.bob.Send(ctx, "BAN", d.varnish.url, nil, "Surrogate-Key", d.first.ID, "X-Forwarded-For",
		"203.0.113.1"); err != nil || a.Status != http.StatusForbidden {
		return errors.Join(err, fmt.Errorf("a purge that a proxy forwards is %d", a.Status))
	}
	names := append(d.first.names(), d.video.Object, d.video.Poster, d.video.Captions)
	if err := d.warm(ctx, names); err != nil {
		return err
	}
	for _, name := range names {
		origin, err := d.bob.get(ctx, d.origin+"/media/"+name)
		if err != nil {
			return err
		}
		before, err := d.bob.get(ctx, d.cached(name))
		if err != nil {
			return err
		}
		time.Sleep(1100 * time.Millisecond)
		whole, err := d.bob.get(ctx, d.cached(name))
		if err != nil {
			return err
		}
		part, err := d.bob.get(ctx, d.cached(name), "Range", "bytes=2-9")
		if err != nil {
			return err
		}
		unchanged, err := d.bob.get(ctx, d.cached(name), "If-None-Match", whole.Header.Get("ETag"))
		if err != nil {
			return err
		}
		ttl, later := cacheStatus(before, "ttl"), cacheStatus(whole, "ttl")
		switch {
		case !bytes.Equal(whole.Body, origin.Body) || !isHit(whole):
			return fmt.Errorf("%s does not come from the cache, or with other bytes: %v", name, whole.Header)
		case ttl < longSharedCache || later >= ttl || cacheStatus(whole, "hits") <= cacheStatus(before, "hits"):
			return fmt.Errorf("%s: %v, then %v", name, before.Header["Cache-Status"], whole.Header["Cache-Status"])
		case whole.Header.Get("Cache-Control") != origin.Header.Get("Cache-Control") || whole.Header.Get("Age") != "" ||
			whole.Header.Get("Surrogate-Key")+whole.Header.Get("Cache-Tag")+whole.Header.Get("CDN-Cache-Control") != "":
			return fmt.Errorf("%s: browsers receive %v", name, whole.Header)
		case part.Status != http.StatusPartialContent || !isHit(part) || !bytes.Equal(part.Body, whole.Body[2:10]):
			return fmt.Errorf("%s in parts: %d, %d bytes", name, part.Status, len(part.Body))
		case unchanged.Status != http.StatusNotModified || len(unchanged.Body) != 0:
			return fmt.Errorf("%s to a condition: %d", name, unchanged.Status)
		}
		fmt.Printf("   %-58s %s, %s\n", name, whole.Header.Get("Cache-Control"), whole.Header.Get("Cache-Status"))
	}
	return nil
}

// cacheStatus returns a number of the Cache-Status header (RFC 9211).
func cacheStatus(a visitor.Answer, name string) int {
	for _, parameter := range strings.Split(a.Header.Get("Cache-Status"), ";") {
		if key, value, _ := strings.Cut(strings.TrimSpace(parameter), "="); key == name {
			n, _ := strconv.Atoi(value)
			return n
		}
	}
	return -1
}

// decide has an operator decide on a picture or a video.
func (d *drill) decide(ctx context.Context, action, kind, id string) error {
	arguments := []string{"case", action, kind, id, "--as", "ada", "--note", "a drill", "--data", d.platform.Data}
	if action != "restore" {
		arguments = append(arguments, "--reason", "offensive")
	}
	out, err := exec.CommandContext(ctx, "bin/mcwickctl", arguments...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mcwickctl %s: %w: %s", strings.Join(arguments, " "), err, out)
	}
	return nil
}

// checkTakedowns hides, restores and withdraws pictures, and a video, while they are asked for all
// the time.
func (d *drill) checkTakedowns(ctx context.Context) error {
	for range d.times {
		p, err := d.ann.publish(ctx, d.origin)
		if err != nil {
			return err
		}
		hide := func() error { return d.decide(ctx, "hide", "picture", p.ID) }
		if err := d.checkGone(ctx, "a picture that an operator hides", p.names(), hide); err != nil {
			return err
		}
		restore := func() error { return d.decide(ctx, "restore", "picture", p.ID) }
		if err := d.checkBack(ctx, "the picture restored", p.names(), restore); err != nil {
			return err
		}
		withdraw := func() error {
			return d.ann.Call(ctx, http.MethodDelete, d.origin+"/api/v1/publications/"+p.ID, nil, nil)
		}
		if err := d.checkGone(ctx, "the picture that its maker withdraws", p.names(), withdraw); err != nil {
			return err
		}
	}
	names := []string{d.video.Object, d.video.Poster, d.video.Captions}
	hide := func() error { return d.decide(ctx, "hide", "video", d.video.ID) }
	if err := d.checkGone(ctx, "a video that an operator hides", names, hide); err != nil {
		return err
	}
	restore := func() error { return d.decide(ctx, "restore", "video", d.video.ID) }
	return d.checkBack(ctx, "the video restored", names, restore)
}

// checkGone takes objects down while pollers request them all the time, and checks that none is
// served after the promised time, also when the cache fetched it again meanwhile.
func (d *drill) checkGone(ctx context.Context, what string, names []string, takeDown func() error) error {
	if err := d.warm(ctx, names); err != nil {
		return err
	}
	polling, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	var last time.Time // when an object was requested last that was served
	var failures error
	busy := 0
	var all sync.WaitGroup
	for i := range pollers {
		all.Go(func() {
			for n := i; polling.Err() == nil; n++ {
				began := time.Now()
				a, err := d.bob.get(polling, d.cached(names[n%len(names)]))
				mu.Lock()
				switch {
				case polling.Err() != nil:
				case err == nil && a.Status == http.StatusServiceUnavailable: // media looks up few at a time
					busy++
				case err != nil || a.Status != http.StatusOK && a.Status != http.StatusGone:
					failures = cmp.Or(failures, fmt.Errorf("%d: %w", a.Status, cmp.Or(err, errStatus)))
				case a.Status == http.StatusOK && began.After(last):
					last = began
				}
				mu.Unlock()
				time.Sleep(pause / 5)
			}
		})
	}
	began := time.Now()
	if err := takeDown(); err != nil {
		return err
	}
	decided := time.Now()
	time.Sleep(staysGone)
	stop()
	all.Wait()
	fmt.Printf("   %-40s 410 after %.2f s (%.2f s from the beginning of the call), %d times 503\n", what,
		max(0, last.Sub(decided).Seconds()), last.Sub(began).Seconds(), busy)
	if failures != nil {
		return failures
	}
	if last.Sub(began) > goneWithin && last.Sub(decided) > goneWithin {
		return fmt.Errorf("it is served %s after the decision", last.Sub(decided))
	}
	return d.awaitStatus(ctx, names, http.StatusGone, purgedWithin) // 503 alone would pass, too
}

// checkBack restores objects and checks that they are served again.
func (d *drill) checkBack(ctx context.Context, what string, names []string, restore func() error) error {
	began := time.Now()
	if err := restore(); err != nil {
		return err
	}
	decided := time.Now()
	if err := d.awaitStatus(ctx, names, http.StatusOK, 2*goneWithin); err != nil {
		return err
	}
	fmt.Printf("   %-40s 200 after %.2f s (%.2f s from the beginning of the call)\n", what,
		time.Since(decided).Seconds(), time.Since(began).Seconds())
	return nil
}

// awaitStatus waits until the cache responds with a status for every object.
func (d *drill) awaitStatus(ctx context.Context, names []string, status int, within time.Duration) error {
	return wait.Eventually(ctx, within, pause/5, strconv.Itoa(status), func(ctx context.Context) (string, error) {
		for _, name := range names {
			if a, err := d.bob.get(ctx, d.cached(name)); err != nil || a.Status != status {
				return fmt.Sprintf("%s is %d", name, a.Status), err
			}
		}
		return "", nil
	})
}

// checkStopped takes a picture down while the cache does not respond: the purge waits for it.
func (d *drill) checkStopped(ctx context.Context) error {
	p, err := d.ann.publish(ctx, d.origin)
	if err != nil {
		return err
	}
	if err := d.warm(ctx, p.names()); err != nil {
		return err
	}
	if err := d.varnish.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	if err := d.decide(ctx, "hide", "picture", p.ID); err != nil {
		return err
	}
	time.Sleep(2 * staysGone)
	conn, err := d.platform.Connect(ctx, "media")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var waiting, failures int
	if err := conn.QueryRow(ctx, `SELECT count(*), coalesce(max(failures), 0) FROM purges WHERE key = $1`, p.ID).
		Scan(&waiting, &failures); err != nil {
		return err
	}
	if waiting != 1 || failures < 2 {
		return fmt.Errorf("%d purges wait after %d tries", waiting, failures)
	}
	began := time.Now()
	if err := d.varnish.signal(syscall.SIGCONT); err != nil {
		return err
	}
	if err := d.awaitStatus(ctx, p.names(), http.StatusGone, purgedWithin); err != nil {
		return err
	}
	fmt.Printf("   the cache was away for %s and %d tries: 410 %.2f s after its return\n", 2*staysGone, failures,
		time.Since(began).Seconds())
	return nil
}
