package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"mcwick.example/mascot"
)

const note = "// Written by mascot/cmd/web from mascot/data: go generate ./mascot\n"

// modules are the files of the trait picker by name.
func modules() (map[string]string, error) {
	sketch := smallSketch()
	pieces, tags := inTags(sketch.Pieces)
	all := map[string]string{}
	for name, module := range map[string]struct {
		types  string
		values map[string]any
	}{
		"traits.ts": {
			types: "export type CategoryId = 'background' | 'flame' | 'base' | 'expression' | 'clothing' | 'headwear' | 'accessory'\n\n" +
				"/** A question of the trait picker; colours are required and have swatches. */\n" +
				"export interface Category {\n  category: CategoryId\n  label: string\n  required: boolean\n" +
				"  options: { id: string; label: string; swatch?: string }[]\n}\n",
			values: map[string]any{"categories: Category[]": mascot.Categories(), "minFeatures": mascot.MinFeatures},
		},
		"sketch.ts": {
			types: "import type { CategoryId } from './traits'\n\n" +
				"/** A stretch of the drawing: for every set of options of some categories, no option first, the index of what is drawn, and that in tags, some of which are one as they always follow each other. */\n" +
				"export interface Piece {\n  by: CategoryId[]\n  of: number[]\n  drawn: number[][]\n}\n",
			values: map[string]any{"pieces: Piece[]": pieces, "tags: string[]": tags,
				"colours: Record<string, Record<string, Record<string, string>>>": sketch.Colours},
		},
		"sketch-cases.ts": {
			types:  "import type { CategoryId } from './traits'\n\n/** What the sketch of some traits must be, for the test: its SHA-256. */\n",
			values: map[string]any{"cases: { traits: Partial<Record<CategoryId, string>>; sha256: string }[]": sketchCases(sketch)},
		},
	} {
		var b bytes.Buffer
		b.WriteString(note + module.types)
		for _, name := range slices.Sorted(maps.Keys(module.values)) {
			fmt.Fprintf(&b, "\nexport const %s =\n  ", name)
			if err := encode(&b, module.values[name]); err != nil {
				return nil, err
			}
		}
		all[name] = b.String()
	}
	return all, nil
}

// smallSketch is the sketch with its drawings minified.
func smallSketch() mascot.Sketch {
	sketch := mascot.NewSketch()
	for _, p := range sketch.Pieces {
		for i, svg := range p.Drawn {
			p.Drawn[i] = shrink(svg)
		}
	}
	return sketch
}

// taggedPiece is a mascot.Piece whose drawings are indices of tags: most tags are in many drawings.
type taggedPiece struct {
	By    []string `json:"by"`
	Of    []int    `json:"of"`
	Drawn [][]int  `json:"drawn"`
}

var tagPattern = regexp.MustCompile(`[^>]+>`)

// inTags returns the drawings as lists of tags, each tag once. Tags that are never drawn without
// each other are one.
func inTags(pieces []mascot.Piece) (tagged []taggedPiece, tags []string) {
	var drawings [][]string
	for _, p := range pieces {
		for _, svg := range p.Drawn {
			drawings = append(drawings, tagPattern.FindAllString(svg, -1))
		}
	}
	drawings = joined(drawings)
	known := map[string]int{}
	for _, p := range pieces {
		t := taggedPiece{By: p.By, Of: p.Of}
		for range p.Drawn {
			drawing := []int{}
			for _, tag := range drawings[0] {
				if _, ok := known[tag]; !ok {
					known[tag], tags = len(tags), append(tags, tag)
				}
				drawing = append(drawing, known[tag])
			}
			t.Drawn, drawings = append(t.Drawn, drawing), drawings[1:]
		}
		tagged = append(tagged, t)
	}
	return tagged, tags
}

// joined puts texts together that have the same neighbour wherever they stand.
func joined(lists [][]string) [][]string {
	const end = "" // no tag is empty
	before, after := map[string]map[string]bool{}, map[string]map[string]bool{}
	note := func(of map[string]map[string]bool, text, neighbour string) {
		if of[text] == nil {
			of[text] = map[string]bool{}
		}
		of[text][neighbour] = true
	}
	for _, list := range lists {
		last := end
		for _, text := range append(slices.Clone(list), end) {
			note(after, last, text)
			note(before, text, last)
			last = text
		}
	}
	var all [][]string
	for _, list := range lists {
		shorter, last := []string{}, end
		for _, text := range list {
			if last != end && len(after[last]) == 1 && len(before[text]) == 1 {
				shorter[len(shorter)-1] += text
			} else {
				shorter = append(shorter, text)
			}
			last = text
		}
		all = append(all, shorter)
	}
	return all
}

type sketchCase struct {
	Traits mascot.Traits `json:"traits"`
	SHA256 string        `json:"sha256"`
}

// sketchCases are sketches of random sets, some of their categories open.
func sketchCases(sketch mascot.Sketch) []sketchCase {
	cases := []sketchCase{{}}
	chance := rand.NewPCG(1, 2)
	for range 32 {
		var t mascot.Traits
		for _, c := range mascot.Categories() {
			if i := chance.Uint64() % uint64(len(c.Options)+1); i > 0 {
				*t.Choice(c.ID) = c.Options[i-1].ID
			}
		}
		cases = append(cases, sketchCase{Traits: t})
	}
	for i := range cases {
		cases[i].SHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte(sketch.Draw(cases[i].Traits))))
	}
	return cases
}

func encode(b *bytes.Buffer, value any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

func writeModules(folder string) error {
	all, err := modules()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
