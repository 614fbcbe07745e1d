package openai

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"
)

//go:embed models.yaml
var modelsFile []byte

// table is models.yaml: see there.
type table struct {
	Dialects map[string]*dialect `yaml:"dialects"`
	Models   []*family           `yaml:"models"`

	models map[string]*model
}

// dialect is which requests some models take.
type dialect struct {
	Endpoint    string          `yaml:"endpoint"`
	Required    []string        `yaml:"required"`
	Parameters  map[string]rule `yaml:"parameters"`
	Unsupported []string        `yaml:"unsupported"` // known, but not for these models
}

// family is models that are alike.
type family struct {
	Names   []string  `yaml:"names"`
	Dialect string    `yaml:"dialect"`
	Effort  string    `yaml:"effort"` // of reasoning, when a request gives none
	End     time.Time `yaml:"end"`    // the first day without them; zero: none is known
	Source  string    `yaml:"source"`
}

type model struct {
	*family
	*dialect
	name string
}

// readModels reads the table. It is part of the program, so a mistake in it is one in the program
// and panics.
func readModels() *table {
	t := &table{models: map[string]*model{}}
	decoder := yaml.NewDecoder(bytes.NewReader(modelsFile))
	decoder.KnownFields(true)
	if err := decoder.Decode(t); err != nil {
		panic(fmt.Sprintf("models.yaml: %v", err))
	}
	for _, f := range t.Models {
		for _, name := range f.Names {
			if t.Dialects[f.Dialect] == nil || t.models[name] != nil || f.Source == "" {
				panic("models.yaml: " + name + " has no dialect or no source, or is there twice")
			}
			t.models[name] = &model{f, t.Dialects[f.Dialect], name}
		}
	}
	return t
}

func (f *family) hasEnded(today time.Time) bool { return !f.End.IsZero() && !today.Before(f.End) }

// isLegacy reports whether a picture's answer has the shape that the retired models had.
func (m *model) isLegacy() bool { return m.Dialect == "image-legacy" }

// find gives a model that is served today.
func (h *handler) find(name string) (*model, *problem) {
	m := h.models.models[name]
	switch {
	case name == "":
		return nil, missingParameter("model")
	case m == nil:
		return nil, unknownModel(name)
	case m.hasEnded(h.today()):
		return nil, retiredModel(name)
	}
	return m, nil
}

// modelObject is a model as the provider describes it. We do not know since when a model has been
// served.
func modelObject(m *model) map[string]any {
	o := map[string]any{"id": m.name, "object": "model", "created": 0, "owned_by": "system", "shutdown_date": nil}
	if !m.End.IsZero() {
		o["shutdown_date"] = m.End.Format(time.DateOnly)
	}
	return o
}

func (h *handler) listModels(w http.ResponseWriter, _ *http.Request) {
	data := []map[string]any{}
	for _, f := range h.models.Models {
		for _, name := range f.Names {
			if !f.hasEnded(h.today()) {
				data = append(data, modelObject(h.models.models[name]))
			}
		}
	}
	slices.SortFunc(data, func(a, b map[string]any) int {
		return bytes.Compare([]byte(a["id"].(string)), []byte(b["id"].(string)))
	})
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": data})
}

func (h *handler) getModel(w http.ResponseWriter, r *http.Request) {
	m, problem := h.find(r.PathValue("model"))
	if problem != nil {
		problem.write(w)
		return
	}
	writeJSON(w, http.StatusOK, modelObject(m))
}
