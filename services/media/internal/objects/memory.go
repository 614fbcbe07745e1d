package objects

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
)

// The limits of what a process remembers of objects that everybody may see.
const (
	// memoryAge is for how long bytes are served without reading them again, from when their reading began.
	// A withdrawn picture's bytes are deleted, or its withdrawal is known here, a second after it at most.
	memoryAge = time.Second
	// memoryBytes is that of all objects together.
	memoryBytes = 32 << 20
	// maxMemoryObject is that of one object; larger ones are streamed.
	maxMemoryObject = 256 << 10
	// memoryOverhead is what an object costs beside its bytes and its name.
	memoryOverhead = 512
	// readTimeout limits a read that several clients wait for.
	readTimeout = 10 * time.Second
)

// errTooLarge means that an object is not for the memory.
var errTooLarge = errors.New("object is larger than what is remembered")

// memory has the bytes of small objects for a moment, so that the store is asked once a second for what
// everybody looks at. It knows nothing of who may see them: that is checked for each request.
type memory struct {
	load    func(ctx context.Context, name string) ([]byte, error)
	objects *otter.Cache[string, remembered]
	reads   singleflight.Group // by name
	now     func() time.Time
}

// remembered is an object's bytes, which are never changed.
type remembered struct {
	bytes []byte
	began time.Time // when they were requested from the store
}

func newMemory(load func(ctx context.Context, name string) ([]byte, error)) *memory {
	return &memory{load: load, now: time.Now, objects: otter.Must(&otter.Options[string, remembered]{
		MaximumWeight:    memoryBytes,
		Weigher:          func(name string, o remembered) uint32 { return uint32(memoryOverhead + len(name) + len(o.bytes)) },
		ExpiryCalculator: otter.ExpiryWriting[string, remembered](memoryAge),
	})}
}

// get returns an object's bytes if they are remembered.
func (m *memory) get(name string) (io.ReadSeekCloser, bool) {
	o, ok := m.objects.GetIfPresent(name)
	if !ok || m.now().Sub(o.began) >= memoryAge {
		return nil, false
	}
	return inMemory{bytes.NewReader(o.bytes)}, true
}

// read reads an object once for all who request it while the read is younger than memoryAge, or returns
// errTooLarge. It goes on when the first of them leaves.
func (m *memory) read(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	if o, ok := m.get(name); ok {
		return o, nil
	}
	read := m.reads.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout)
		defer cancel()
		defer time.AfterFunc(memoryAge, func() { m.reads.Forget(name) }).Stop()
		o := remembered{began: m.now()}
		var err error
		if o.bytes, err = m.load(ctx, name); err != nil {
			return nil, err
		}
		m.objects.Set(name, o)
		return o.bytes, nil
	})
	select {
	case r := <-read:
		if r.Err != nil {
			return nil, r.Err
		}
		return inMemory{bytes.NewReader(r.Val.([]byte))}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// getSmall returns the bytes under name, or errTooLarge.
func (b *Bucket) getSmall(ctx context.Context, name string) ([]byte, error) {
	r, err := b.bucket.NewReader(ctx, name, nil)
	if err != nil {
		return nil, translate("read", name, err)
	}
	defer r.Close()
	if r.Size() > maxMemoryObject {
		return nil, errTooLarge
	}
	p := make([]byte, r.Size())
	_, err = io.ReadFull(r, p)
	return p, translate("read", name, err)
}

// inMemory are bytes with nothing to close.
type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }
