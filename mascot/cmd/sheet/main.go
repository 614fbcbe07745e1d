// Command sheet renders a contact sheet, to look at after a change of the drawings. It needs
// rsvg-convert.
//
//	go run ./mascot/cmd/sheet -kind styles -out /tmp/styles.png
//
// Kinds: styles (every art style), scenes (every backdrop), poses, moods, traits (every option of
// the picker), pairs (every two options of what is not a colour), random (full sets; -count many,
// -seed others). -scene and -style choose what does not vary.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"time"

	"mcwick.example/mascot"
)

func main() {
	log.SetFlags(0)
	kind := flag.String("kind", "styles", "styles, scenes, poses, moods, traits, pairs or random")
	out := flag.String("out", "sheet.png", "file to write")
	size := flag.Int("size", 360, "edge of a cell in pixels")
	columns := flag.Int("columns", 5, "cells in a row")
	scene := flag.String("scene", "moon-landing", "backdrop of the styles")
	style := flag.String("style", "disney-animation", "style of the scenes")
	count := flag.Int("count", 20, "how many random sets")
	seed := flag.Uint64("seed", 2, "of the random sets")
	flag.Parse()
	pictures, err := pictures(*kind, *scene, *style)
	if *kind == "random" {
		pictures, err = random(*count, *seed), nil
	}
	if err == nil {
		err = write(*out, pictures, *size, *columns)
	}
	if err != nil {
		log.Fatal(err)
	}
}

type picture struct{ name, svg string }

func pictures(kind, scene, style string) ([]picture, error) {
	var all []picture
	green := mascot.Traits{Base: "green", Flame: "golden"}
	add := func(name, svg string) { all = append(all, picture{name, svg}) }
	switch kind {
	case "styles":
		for i, f := range mascot.Finishes() {
			add(f.ID, mascot.ComposeScene(mascot.SceneOptions{Scene: scene, Finish: f.ID,
				Lead: mascot.Actor{Traits: green}, Seed: uint32(i)}))
		}
	case "scenes":
		for i, s := range mascot.Scenes() {
			add(s.ID, mascot.ComposeScene(mascot.SceneOptions{Scene: s.ID, Finish: style,
				Lead: mascot.Actor{Traits: green}, Seed: uint32(i)}))
		}
	case "poses":
		for _, id := range mascot.Poses() {
			add(id, mascot.Compose(green, mascot.Options{Pose: id, Margin: true, Still: true}))
		}
	case "moods":
		for _, id := range mascot.Moods() {
			add(id, mascot.Compose(green, mascot.Options{Mood: id, Margin: true}))
		}
	case "traits":
		for _, c := range mascot.Categories() {
			for i, o := range c.Options {
				t := green
				*t.Choice(c.ID) = o.ID
				add(c.ID+" "+o.ID, mascot.Compose(t, mascot.Options{Seed: uint32(i)}))
			}
		}
	case "pairs":
		return pairs(), nil
	default:
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	return all, nil
}

// pairs are every two options that meet on one candle, each pair of categories in turn.
func pairs() []picture {
	var all []picture
	features := slices.DeleteFunc(mascot.Categories(), func(c mascot.Category) bool { return c.Required })
	for i, one := range features {
		for _, other := range features[i+1:] {
			for _, a := range one.Options {
				for _, b := range other.Options {
					t := mascot.Traits{Base: "green", Flame: "golden"}
					*t.Choice(one.ID) = a.ID
					*t.Choice(other.ID) = b.ID
					all = append(all, picture{a.ID + " " + b.ID,
						mascot.Compose(t, mascot.Options{Seed: uint32(len(all))})})
				}
			}
		}
	}
	return all
}

// random are full sets of traits.
func random(count int, seed uint64) []picture {
	var all []picture
	chance := rand.New(rand.NewPCG(1, seed))
	for i := range count {
		var t mascot.Traits
		for _, c := range mascot.Categories() {
			*t.Choice(c.ID) = c.Options[chance.IntN(len(c.Options))].ID
		}
		all = append(all, picture{strconv.Itoa(i), mascot.Compose(t, mascot.Options{Seed: chance.Uint32()})})
	}
	return all
}

// write renders the pictures in rows and prints how long each took.
func write(file string, pictures []picture, size, columns int) error {
	rows := (len(pictures) + columns - 1) / columns
	sheet := image.NewRGBA(image.Rect(0, 0, columns*size, rows*size))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.RGBA{29, 21, 17, 255}), image.Point{}, draw.Src)
	for i, p := range pictures {
		start := time.Now()
		cmd := exec.Command("rsvg-convert", "-w", strconv.Itoa(size), "-h", strconv.Itoa(size))
		cmd.Stdin = bytes.NewBufferString(p.svg)
		cmd.Stderr = os.Stderr
		data, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		m, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		at := image.Pt(i%columns*size, i/columns*size)
		draw.Draw(sheet, m.Bounds().Add(at), m, image.Point{}, draw.Over)
		fmt.Printf("%3d %-24s %4d ms CPU, %4d ms\n", i, p.name, cmd.ProcessState.UserTime().Milliseconds(),
			time.Since(start).Milliseconds())
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}
