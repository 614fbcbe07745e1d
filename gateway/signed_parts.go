package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/singleflight"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/security"
)

// The bounds of what is checked.
const (
	maxPageFile      = 8 << 20     // bytes of a file, which is hashed before its first byte is sent
	maxSignedBytes   = 64 << 20    // of the files that those who are being sent one share
	manifestInterval = time.Second // between two reads of a part's manifest
	keptManifests    = 4           // of a part: pods of several releases answer during a rollout
)

// errUnsigned answers in the place of a file that is not what the build signed.
var errUnsigned = fault.New(fault.KindUnavailable, "FILE_UNSIGNED", "This part of the page is not as it was built.")

// signedParts passes on only those files of the page that a manifest of their part lists, signed by a key
// of the build. So a server of one part, its image or a folder that was altered cannot run code in the
// page: see deploy/decisions/0067-signed-parts.md.
type signedParts struct {
	files   http.Handler
	keys    []pageKey
	now     func() time.Time
	events  *security.Log
	refused metric.Int64Counter
	// shared has the bytes of signed files, by their hash: a crowd that reads slowly holds one copy of each.
	shared *otter.Cache[string, []byte]

	reads singleflight.Group // of manifests, by their part

	mu    sync.Mutex
	parts map[string]*signedPart
}

// signedPart is what is known of one part.
type signedPart struct {
	mu        sync.Mutex
	manifests []partManifest // the last ones, as they came

	// for reload alone, which is never twice at a time:
	readAt time.Time // when a manifest was last read
	err    error     // of that, while there are no manifests
}

// signedFiles returns a handler that checks what files answers. Without keys it checks nothing.
func signedFiles(files http.Handler, keys []pageKey, events *security.Log) http.Handler {
	if len(keys) == 0 {
		return files
	}
	refused := instrument.Must(otel.Meter("mcwick/gateway").Int64Counter("mcwick.page.files_refused",
		metric.WithDescription("Files of the page that were not sent, because no signed manifest has them.")))
	refused.Add(context.Background(), 0, partLabel("shell")) // so that the first is an increase
	shared := otter.Must(&otter.Options[string, []byte]{MaximumWeight: maxSignedBytes,
		Weigher: func(hash string, body []byte) uint32 { return uint32(entryOverhead + len(hash) + len(body)) }})
	return &signedParts{files: files, keys: keys, now: time.Now, events: events, refused: refused, shared: shared,
		parts: make(map[string]*signedPart)}
}

// fileHeaders are what a server says of a file, also of one that a browser has. Others, such as a policy
// of its own, would take the place of the edge's.
var fileHeaders = []string{"Cache-Control", "Content-Encoding", "Content-Length", "Content-Type", "Etag", "Expires",
	"Last-Modified", "Vary"}

// ServeHTTP implements http.Handler. Parts of a file cannot be checked, so ranges are answered by the whole.
func (s *signedParts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	// what is too large has no body, which no manifest has
	answer := recording{status: http.StatusOK, header: http.Header{}, most: maxPageFile}
	answer.record(s.files, whole)
	isFile := answer.status == http.StatusOK
	// A redirect would lead around the check. Refusals are the gateway's own (pageFiles), but for that of a
	// range, which was not requested.
	isRefusal := answer.status >= http.StatusBadRequest && answer.status != http.StatusRequestedRangeNotSatisfiable
	isSafe := isRefusal || answer.status == http.StatusNotModified
	var err error
	switch {
	case isFile && r.Method != http.MethodHead:
		err = s.check(r, &answer)
	case !isFile && !isSafe:
		err = errUnsigned
	}
	switch {
	case errors.Is(err, errUnsigned):
		s.refuse(w, r, isFile)
		return
	case err != nil:
		writeProblem(r.Context(), w, err)
		return
	}
	for name, values := range answer.header {
		if isRefusal || slices.Contains(fileHeaders, name) {
			w.Header()[name] = values
		}
	}
	answer.send(w)
}

// refuse answers in the place of a file, or of a redirect.
func (s *signedParts) refuse(w http.ResponseWriter, r *http.Request, isFile bool) {
	ctx, end := traceRefusal(r.Context()) // the event and the answer have one trace id
	defer end()
	part, _ := partOf(r.URL.Path)
	s.refused.Add(ctx, 1, partLabel(part))
	reason := "unsigned"
	if !isFile {
		reason = "redirect"
	}
	s.events.Record(ctx, security.FileRefused, reason, slog.String("page.part", part))
	writeProblem(ctx, w, errUnsigned)
}

func partLabel(part string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("part", part))
}

// partOf returns the part of the page that a path lies in, and the folder that it has in a build.
func partOf(address string) (part, folder string) {
	if name, ok := remoteOf(address); ok {
		return name, remotesPath + name + "/"
	}
	return "shell", "/"
}

// check finds the file of an answer, with these bytes, in a manifest. Others share the bytes then.
func (s *signedParts) check(r *http.Request, answer *recording) error {
	part, folder := partOf(r.URL.Path)
	name, isInside := strings.CutPrefix(path.Clean(r.URL.Path), folder)
	if name == "" {
		name = "index.html"
	}
	name += map[string]string{"": "", "br": ".br", "gzip": ".gz"}[answer.header.Get("Content-Encoding")]
	sum := sha256.Sum256(answer.body)
	known := s.part(part)
	hash := base64.StdEncoding.EncodeToString(sum[:])
	switch {
	case !isInside:
		return errUnsigned
	case name == manifestName: // says what it says by itself
		if _, err := readManifest(string(answer.body), part, s.keys); err != nil {
			return errUnsigned
		}
		return nil
	case !known.has(name, hash): // perhaps of another release than the manifests
		if err := s.reload(r, known, part, folder); err != nil {
			return err
		}
		if !known.has(name, hash) {
			return errUnsigned
		}
	}
	answer.body, _ = s.shared.SetIfAbsent(hash, answer.body)
	return nil
}

func (s *signedParts) part(name string) *signedPart {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.parts[name]
	if !ok {
		known = &signedPart{}
		s.parts[name] = known
		s.refused.Add(context.Background(), 0, partLabel(name))
	}
	return known
}

func (p *signedPart) has(name, hash string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.manifests {
		if m.Files[name] == hash {
			return true
		}
	}
	return false
}

// reload has the manifest of a part read once more, a second after the last time at the earliest, and waits for that
// as long as the client does. The error is that no manifest is known, because none could be read.
func (s *signedParts) reload(r *http.Request, p *signedPart, part, folder string) error {
	request := r.Clone(r.Context())
	request.URL = &url.URL{Path: folder + manifestName}
	read := s.reads.DoChan(part, func() (any, error) {
		if s.now().Sub(p.readAt) >= manifestInterval {
			p.err = s.read(request, p, part)
			p.readAt = s.now()
		}
		return nil, p.err
	})
	select {
	case result := <-read:
		return result.Err
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// read reads the manifest of a part, for reload.
func (s *signedParts) read(request *http.Request, p *signedPart, part string) error {
	answer := fetchShared(request, s.files, serverTimeout)
	err := errors.New(http.StatusText(answer.status))
	var m partManifest
	if answer.status == http.StatusOK {
		m, err = readManifest(string(answer.body), part, s.keys)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		err = fault.ErrUnavailable.WithCause(err)
		if isUnavailable(answer.status) && len(p.manifests) == 0 {
			return err
		}
		recordFault(request.Context(), err)
		return nil
	}
	// One that is known already does not displace those of other releases.
	p.manifests = slices.DeleteFunc(p.manifests,
		func(other partManifest) bool { return maps.Equal(other.Files, m.Files) })
	p.manifests = append(p.manifests, m)
	p.manifests = p.manifests[max(0, len(p.manifests)-keptManifests):]
	return nil
}
