// Command sheet renders a contact sheet, to look at after a change of the drawings. It needs rsvg-convert.
//
//	go run ./mascot/cmd/sheet -kind styles -out /tmp/styles.png
//
// Kinds: styles (every art style), scenes (every backdrop), poses, moods, traits (every option of the picker), random. -scene and -style
// choose what does not vary.
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
	"strconv"
	"time"

	"mcwick.example/mascot"
)

func main() {
	log.SetFlags(0)
	kind := flag.String("kind", "styles", "styles, scenes, poses, moods, traits or random")
	out := flag.String("out", "sheet.png", "file to write")
	size := flag.Int("size", 360, "edge of a cell in pixels")
	columns := flag.Int("columns", 5, "cells in a row")
	scene := flag.String("scene", "moon-landing", "backdrop of the styles")
	style := flag.String("style", "disney-animation", "style of the scenes")
	flag.Parse()
	pictures, err := pictures(*kind, *scene, *style)
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
			add(f.ID, mascot.ComposeScene(mascot.SceneOptions{Scene: scene, Finish: f.ID, Lead: mascot.Actor{Traits: green}, Seed: uint32(i)}))
		}
	case "scenes":
		for i, s := range mascot.Scenes() {
			add(s.ID, mascot.ComposeScene(mascot.SceneOptions{Scene: s.ID, Finish: style, Lead: mascot.Actor{Traits: green}, Seed: uint32(i)}))
		}
	case "poses":
		for _, id := range mascot.Poses() {
			add(id, mascot.Compose(green, mascot.Options{Pose: id, Frame: mascot.FrameFull, Still: true}))
		}
	case "moods":
		for _, id := range mascot.Moods() {
			add(id, mascot.Compose(green, mascot.Options{Mood: id, Frame: mascot.FrameFull}))
		}
	case "traits":
		for _, c := range mascot.Categories() {
			for i, o := range c.Options {
				t := green
				set(&t, c.ID, o.ID)
				add(c.ID+" "+o.ID, mascot.Compose(t, mascot.Options{Seed: uint32(i)}))
			}
		}
	case "random":
		chance := rand.New(rand.NewPCG(1, 2))
		for i := range 20 {
			var t mascot.Traits
			for _, c := range mascot.Categories() {
				set(&t, c.ID, c.Options[chance.IntN(len(c.Options))].ID)
			}
			add(strconv.Itoa(i), mascot.Compose(t, mascot.Options{Seed: chance.Uint32()}))
		}
	default:
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	return all, nil
}

func set(t *mascot.Traits, category, id string) {
	*map[string]*string{
		"background": &t.Background, "flame": &t.Flame, "base": &t.Base, "expression": &t.Expression,
		"clothing": &t.Clothing, "headwear": &t.Headwear, "accessory": &t.Accessory,
	}[category] = id
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
		fmt.Printf("%3d %-24s %4d ms CPU, %4d ms\n", i, p.name, cmd.ProcessState.UserTime().Milliseconds(), time.Since(start).Milliseconds())
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}
