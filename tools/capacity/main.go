// Command capacity writes the tables of docs/capacity.md, between their markers, from what work
// costs. It measures nothing: costs.json has each figure with its source.
//
//	cd tools && go run ./capacity -costs capacity/costs.json -document ../docs/capacity.md
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
)

// factors are the multiples of the launch day that are looked at.
var factors = []float64{1, 10, 100, 1000}

// model is what costs.json holds.
type model struct {
	Busy   float64 `json:"busy"` // how much of a core may be used
	Loads  []load  `json:"loads"`
	Costs  []cost  `json:"costs"`
	Limits []limit `json:"limits"`
}

// load is how often something is done on the launch day; of watchers it is how many there are.
type load struct {
	Name      string  `json:"name"`
	PerSecond float64 `json:"per_second"`
	From      string  `json:"from"`
	Assumed   bool    `json:"assumed"`
}

// cost is the processor time that a part needs for one of a load.
type cost struct {
	Part         string  `json:"part"`
	Work         string  `json:"work"`
	Load         string  `json:"load"`
	Milliseconds float64 `json:"ms"`
	Source       string  `json:"source"`
	Estimate     bool    `json:"estimate"`
}

// limit is what more replicas of a part do not move.
type limit struct {
	Name      string  `json:"name"`
	Load      string  `json:"load"`
	PerSecond float64 `json:"per_second"`
	Source    string  `json:"source"`
	Estimate  bool    `json:"estimate"`
	Remedy    string  `json:"remedy"`
}

func main() {
	costs := flag.String("costs", "capacity/costs.json", "what work costs")
	document := flag.String("document", "../docs/capacity.md", "what gets the tables")
	flag.Parse()
	if err := run(*costs, *document); err != nil {
		fmt.Fprintln(os.Stderr, "capacity:", err)
		os.Exit(1)
	}
}

func run(costs, document string) error {
	m, err := read(costs)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	filled, err := fill(string(text), map[string]string{
		"loads": m.loadTable(), "costs": m.costTable(), "cores": m.coreTable(), "limits": m.limitTable(),
	})
	if err != nil {
		return err
	}
	return os.WriteFile(document, []byte(filled), 0o644)
}

// read refuses figures without a source or a load.
func read(path string) (m model, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&m); err != nil {
		return m, err
	}
	if m.Busy <= 0 || m.Busy > 1 {
		return m, fmt.Errorf("busy is %v", m.Busy)
	}
	for _, c := range m.Costs {
		if m.rate(c.Load) == 0 || c.Milliseconds <= 0 || c.Source == "" {
			return m, fmt.Errorf("the cost of %q lacks a load, a figure or a source", c.Work)
		}
	}
	for _, l := range m.Limits {
		if m.rate(l.Load) == 0 || l.PerSecond <= 0 || l.Source == "" || l.Remedy == "" {
			return m, fmt.Errorf("the limit %q lacks a load, a figure, a source or a remedy", l.Name)
		}
	}
	return m, nil
}

func (m model) rate(name string) float64 {
	for _, l := range m.Loads {
		if l.Name == name {
			return l.PerSecond
		}
	}
	return 0
}

func (m model) loadTable() string {
	t := newTable("Load", "a second", "From")
	for _, l := range m.Loads {
		t.add(l.Name, number(l.PerSecond), mark(l.From, l.Assumed, "assumed"))
	}
	return t.String()
}

// costTable tells how much of each work one core holds that does nothing else.
func (m model) costTable() string {
	t := newTable("Part", "Work", "ms of a core", "One core holds, a second", "Source")
	for _, c := range m.Costs {
		t.add(c.Part, c.Work, number(c.Milliseconds), number(1000*m.Busy/c.Milliseconds),
			mark(c.Source, c.Estimate, "estimate"))
	}
	return t.String()
}

// coreTable tells how many cores each part needs.
func (m model) coreTable() string {
	var parts []string
	needed, estimated := map[string]float64{}, map[string]bool{}
	for _, c := range m.Costs {
		if needed[c.Part] == 0 {
			parts = append(parts, c.Part)
		}
		needed[c.Part] += m.rate(c.Load) * c.Milliseconds / 1000 / m.Busy
		estimated[c.Part] = estimated[c.Part] || c.Estimate
	}
	t := newTable("Cores of", "launch day", "10×", "100×", "1,000×")
	for _, part := range parts {
		row := []string{mark(part, estimated[part], "partly estimated")}
		for _, factor := range factors {
			row = append(row, number(math.Ceil(needed[part]*factor)))
		}
		t.add(row...)
	}
	return t.String()
}

// limitTable tells by what share each limit is used, the first to break first.
func (m model) limitTable() string {
	t := newTable("Limit", "a second", "launch day", "10×", "100×", "1,000×", "Breaks at", "Source", "What removes it")
	for _, l := range m.Limits {
		row := []string{l.Name, number(l.PerSecond)}
		for _, factor := range factors {
			row = append(row, number(100*m.rate(l.Load)*factor/l.PerSecond)+" %")
		}
		t.add(append(row, number(l.PerSecond/m.rate(l.Load))+"×", mark(l.Source, l.Estimate, "estimate"), l.Remedy)...)
	}
	return t.String()
}

// fill replaces what is between the markers of each table, and fails when the document lacks one.
func fill(document string, tables map[string]string) (string, error) {
	for name, table := range tables {
		begin, end := "<!-- table "+name+" -->\n", "<!-- end of table "+name+" -->"
		head, rest, found := strings.Cut(document, begin)
		_, tail, ended := strings.Cut(rest, end)
		if !found || !ended {
			return "", errors.New("the document has no place for the table " + name)
		}
		document = head + begin + table + end + tail
	}
	return document, nil
}

func mark(text string, marked bool, word string) string {
	if marked {
		return text + " (" + word + ")"
	}
	return text
}

// number writes two digits that count, with separators.
func number(f float64) string {
	if f < 10 {
		return fmt.Sprintf("%.2g", f)
	}
	scale := math.Pow(10, math.Floor(math.Log10(f))-2)
	digits := fmt.Sprintf("%.0f", math.Round(f/scale)*scale)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

type table struct{ strings.Builder }

func newTable(columns ...string) *table {
	t := &table{}
	t.add(columns...)
	t.WriteString(strings.Repeat("|---", len(columns)) + "|\n")
	return t
}

func (t *table) add(cells ...string) { t.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
