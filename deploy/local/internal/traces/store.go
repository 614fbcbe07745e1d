package traces

import (
	"container/list"
	"sync"
)

// Bounds of the store.
const (
	maxTraces = 1000
	maxSpans  = 2000 // of one trace
)

// Store keeps the spans of the newest traces; the one that was quiet longest makes room. The zero
// value is not usable; use NewStore.
type Store struct {
	mu     sync.RWMutex
	traces map[string]*list.Element // of *Trace
	order  *list.List               // newest in front
}

// Trace is all that was seen of one trace.
type Trace struct {
	TraceID string `json:"traceId"`
	Spans   []Span `json:"spans"` // in the order of arrival
	Dropped int    `json:"droppedSpans,omitempty"`
}

// NewStore makes an empty store.
func NewStore() *Store { return &Store{traces: map[string]*list.Element{}, order: list.New()} }

// Add takes in spans of any traces. A span that is already known is ignored: exporters send again
// when an answer was lost.
func (s *Store) Add(spans []Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, span := range spans {
		element, known := s.traces[span.TraceID]
		if !known {
			element = s.order.PushFront(&Trace{TraceID: span.TraceID})
			s.traces[span.TraceID] = element
			s.makeRoom()
		}
		s.order.MoveToFront(element)
		element.Value.(*Trace).add(span)
	}
}

func (t *Trace) add(span Span) {
	for i := range t.Spans {
		if t.Spans[i].SpanID == span.SpanID {
			return
		}
	}
	if len(t.Spans) >= maxSpans {
		t.Dropped++
		return
	}
	t.Spans = append(t.Spans, span)
}

func (s *Store) makeRoom() {
	for s.order.Len() > maxTraces {
		oldest := s.order.Remove(s.order.Back()).(*Trace)
		delete(s.traces, oldest.TraceID)
	}
}

// Trace answers a copy of one trace.
func (s *Store) Trace(id string) (Trace, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	element, ok := s.traces[id]
	if !ok {
		return Trace{}, false
	}
	return element.Value.(*Trace).copied(), true
}

// Recent answers copies of the newest traces, newest first.
func (s *Store) Recent(n int) []Trace {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var recent []Trace
	for element := s.order.Front(); element != nil && len(recent) < n; element = element.Next() {
		recent = append(recent, element.Value.(*Trace).copied())
	}
	return recent
}

func (t *Trace) copied() Trace {
	return Trace{TraceID: t.TraceID, Spans: append([]Span{}, t.Spans...), Dropped: t.Dropped}
}
