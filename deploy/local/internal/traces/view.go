package traces

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"time"
)

//go:embed pages
var pages embed.FS

var templates = template.Must(template.ParseFS(pages, "pages/*.html"))

const (
	barWidth    = 1000 // units of the drawing
	leastWidth  = 2
	deepest     = 24 // further rows are indented no more; the style sheet has this many steps
	hues        = 8  // colours in the style sheet
	recentShown = 200
)

// waterfall is what trace.html shows.
type waterfall struct {
	TraceID  string
	Title    string
	Start    string
	Duration string
	Dropped  int
	Services []serviceView
	Rows     []rowView
	start    int64
}

// After is how long after the beginning a moment is.
func (w waterfall) After(moment int64) string { return short(moment - w.start) }

type serviceView struct {
	Name  string
	Hue   int
	Spans int
}

type rowView struct {
	row
	Hue            int
	Duration       string
	BarX, BarWidth float64
}

func newWaterfall(t Trace) waterfall {
	start, end := extent(t.Spans)
	all := rows(t.Spans)
	view := waterfall{
		TraceID: t.TraceID, Title: all[0].Name, Dropped: t.Dropped, Duration: short(end - start),
		Start: time.Unix(0, start).Format("2006-01-02 15:04:05.000"), Services: services(all), start: start,
	}
	hue := map[string]int{}
	for _, s := range view.Services {
		hue[s.Name] = s.Hue
	}
	for _, r := range all {
		view.Rows = append(view.Rows, rowOf(r, hue[r.Service], start, end))
	}
	return view
}

func rowOf(r row, hue int, start, end int64) rowView {
	r.Depth = min(r.Depth, deepest)
	length := r.EndUnixNano - r.StartUnixNano
	x, width := bar(r.StartUnixNano-start, length, end-start)
	return rowView{r, hue, short(length), x, width}
}

// bar places a span in the drawing; even the shortest can be seen, and none leaves the drawing.
func bar(offset, length, total int64) (x, width float64) {
	if total <= 0 {
		return 0, barWidth
	}
	x = float64(offset) / float64(total) * barWidth
	width = max(float64(length)/float64(total)*barWidth, leastWidth)
	return min(x, barWidth-width), width
}

// services lists who took part, in the order of appearance, which also gives each its colour.
func services(all []row) []serviceView {
	var found []serviceView
	for _, r := range all {
		i := slices.IndexFunc(found, func(s serviceView) bool { return s.Name == r.Service })
		if i < 0 {
			i = len(found)
			found = append(found, serviceView{Name: r.Service, Hue: i % hues})
		}
		found[i].Spans++
	}
	return found
}

// short prints nanoseconds with three digits that count.
func short(nanoseconds int64) string {
	d := time.Duration(nanoseconds)
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1e3)
	default:
		return fmt.Sprintf("%.0f µs", d.Seconds()*1e6)
	}
}

// summary is one line of index.html.
type summary struct {
	TraceID, Name, Start, Duration string
	Services                       []serviceView
	Spans                          int
	Failed                         bool
}

// summaries lists traces by their start, the newest first; the store has them by the last arrival
// of a span.
func summaries(recent []Trace) []summary {
	slices.SortFunc(recent, func(a, b Trace) int {
		startA, _ := extent(a.Spans)
		startB, _ := extent(b.Spans)
		return cmp.Compare(startB, startA)
	})
	var all []summary
	for _, t := range recent {
		tree := rows(t.Spans)
		start, end := extent(t.Spans)
		all = append(all, summary{
			TraceID: t.TraceID, Name: tree[0].Name, Start: time.Unix(0, start).Format("15:04:05.000"),
			Duration: short(end - start),
			Services: services(tree), Spans: len(t.Spans),
			Failed: slices.ContainsFunc(t.Spans, Span.Failed),
		})
	}
	return all
}
