package objects

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ranged is an object of a known size, of which no more is requested from the store than is read: nothing for
// a response without a body.
//
// http.ServeContent reads several ranges in a goroutine that may still read when it has returned, so Close may come
// in the middle of a Read: it ends that, and what is read afterwards.
type ranged struct {
	ctx    context.Context
	cancel context.CancelFunc
	bucket *Bucket
	name   string
	size   int64
	ends   []int64 // where the requested ranges end, in ascending order

	mu       sync.Mutex    // held by Read and Close for what follows
	offset   int64         // of the next Read
	part     io.ReadCloser // what the store sends, nil before the first Read
	position int64         // in the object, of the next byte of part
}

// openRanged returns an object for a request that may read some of it, or nothing.
func (b *Bucket) openRanged(r *http.Request, name string) (*ranged, error) {
	a, err := b.bucket.Attributes(r.Context(), name)
	if err != nil {
		return nil, translate("look for", name, err)
	}
	ctx, cancel := context.WithCancel(r.Context())
	return &ranged{ctx: ctx, cancel: cancel, bucket: b, name: name, size: a.Size,
		ends: rangeEnds(r.Header.Get("Range"), a.Size)}, nil
}

// readsAll reports whether a request reads a whole object, whatever the object is.
func readsAll(r *http.Request) bool {
	if r.Method != http.MethodGet {
		return false
	}
	for _, name := range []string{"Range", "If-None-Match", "If-Match"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return true
}

// rangeEnds returns where the ranges of a Range header end. It need not be right, since what is read beyond
// an end is requested then.
func rangeEnds(header string, size int64) (ends []int64) {
	for part := range strings.SplitSeq(strings.TrimPrefix(header, "bytes="), ",") {
		first, last, _ := strings.Cut(strings.TrimSpace(part), "-")
		end, err := strconv.ParseInt(last, 10, 64)
		if err != nil || first == "" || end >= size {
			end = size - 1
		}
		ends = append(ends, end+1)
	}
	slices.Sort(ends)
	return ends
}

// Seek implements io.Seeker.
func (o *ranged) Seek(offset int64, whence int) (int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch whence {
	case io.SeekCurrent:
		offset += o.offset
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the object")
	}
	o.offset = offset
	return offset, nil
}

// Read implements io.Reader.
func (o *ranged) Read(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	if o.offset >= o.size {
		return 0, io.EOF
	}
	opened := false
	if o.part == nil || o.position != o.offset {
		if err := o.open(); err != nil {
			return 0, err
		}
		opened = true
	}
	n, err := o.part.Read(p)
	o.offset += int64(n)
	o.position = o.offset
	if errors.Is(err, io.EOF) && o.offset < o.size {
		if opened && n == 0 {
			return 0, io.ErrUnexpectedEOF // the store has less of it than it said
		}
		o.position = -1 // the next Read opens the rest
		err = nil
	}
	return n, err
}

// open requests the object from the offset to where the range ends.
func (o *ranged) open() error {
	if err := o.closePart(); err != nil {
		return err
	}
	length := o.size - o.offset
	if i := slices.IndexFunc(o.ends, func(end int64) bool { return end > o.offset }); i >= 0 {
		length = o.ends[i] - o.offset
	}
	part, err := o.bucket.bucket.NewRangeReader(o.ctx, o.name, o.offset, length, nil)
	if err != nil {
		return translate("read", o.name, err)
	}
	o.part, o.position = part, o.offset
	return nil
}

// Close implements io.Closer.
func (o *ranged) Close() error {
	o.cancel()
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.closePart()
}

// closePart ends what the store still sends.
func (o *ranged) closePart() error {
	if o.part == nil {
		return nil
	}
	part := o.part
	o.part = nil
	return part.Close()
}
