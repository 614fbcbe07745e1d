package traces

import (
	"cmp"
	"slices"
)

// row is one line of the waterfall.
type row struct {
	Span
	Depth  int
	Orphan bool // its parent was not seen
}

// rows puts spans in the order of a tree: each below its parent, siblings by start. Spans whose
// parent is missing stand at the top, and a circle of parents, which only a broken sender makes, is
// cut open.
func rows(spans []Span) []row {
	byID := make(map[string]bool, len(spans))
	for _, s := range spans {
		byID[s.SpanID] = true
	}
	children := map[string][]Span{}
	for _, s := range spans {
		parent := s.ParentSpanID
		if !byID[parent] || parent == s.SpanID {
			parent = ""
		}
		children[parent] = append(children[parent], s)
	}
	for _, siblings := range children {
		slices.SortStableFunc(siblings, func(a, b Span) int { return cmp.Compare(a.StartUnixNano, b.StartUnixNano) })
	}
	var all []row
	seen := map[string]bool{}
	var walk func(s Span, depth int)
	walk = func(s Span, depth int) {
		if seen[s.SpanID] {
			return
		}
		seen[s.SpanID] = true
		all = append(all, row{Span: s, Depth: depth, Orphan: depth == 0 && s.ParentSpanID != ""})
		for _, child := range children[s.SpanID] {
			walk(child, depth+1)
		}
	}
	for _, root := range children[""] {
		walk(root, 0)
	}
	for _, s := range spans {
		walk(s, 0)
	}
	return all
}

// span of time that all spans cover, in nanoseconds since 1970.
func extent(spans []Span) (start, end int64) {
	for i, s := range spans {
		if i == 0 || s.StartUnixNano < start {
			start = s.StartUnixNano
		}
		end = max(end, s.EndUnixNano)
	}
	return start, end
}
