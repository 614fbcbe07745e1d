// Command web writes the drawings that the page uses, as small SVG files: each pose and mood of the
// candle, and the illustrations. It removes files of its folder that it no longer writes. The trait
// picker and its sketch become TypeScript modules.
package main

import (
	"errors"
	"flag"
	"log"
	"os"
	"path/filepath"

	"mcwick.example/mascot"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "frontend/packages/ui/src/gen/mascot", "folder to write the drawings to")
	modules := flag.String("modules", "frontend/remotes/studio/src/gen",
		"folder to write the trait picker and its sketch to")
	flag.Parse()
	if err := errors.Join(write(*out), writeModules(*modules)); err != nil {
		log.Fatal(err)
	}
}

// friends are built-in profile pictures, shown where visitors have published none yet. Each has a
// variant with an unlit flame and no background.
var friends = map[string]mascot.Traits{
	"king": {Background: "pastel-peach", Base: "golden", Flame: "orange", Headwear: "crown",
		Expression: "happy-trader"},
	"astronaut": {Background: "pastel-blue", Base: "green", Flame: "golden", Clothing: "space-suit",
		Headwear: "astronaut-helmet"},
	"ninja": {Background: "pastel-pink", Base: "black", Flame: "purple", Headwear: "trader-headband",
		Expression: "laser-eyes"},
	"skier": {Background: "pastel-purple", Base: "diamond", Flame: "blue", Headwear: "beanie", Clothing: "hoodie",
		Expression: "confident-grin"},
	"angel": {Background: "pastel-yellow", Base: "silver", Flame: "golden", Headwear: "halo",
		Expression: "chad-smile"},
	"gentleman": {Background: "pastel-green", Base: "red", Flame: "golden", Clothing: "tuxedo",
		Accessory: "eth-monocle"},
	"trader": {Background: "pastel-blue", Base: "green", Flame: "green", Clothing: "trader-suit",
		Accessory: "trading-headset", Expression: "diamond-teeth"},
	"rapper": {Background: "pastel-peach", Base: "green", Flame: "red", Accessory: "bitcoin-chain",
		Expression: "confident-grin"},
}

// drawings are the files by name.
func drawings() map[string]string {
	all := map[string]string{}
	green := mascot.Traits{Base: "green", Flame: "golden"}
	for _, id := range mascot.Poses() {
		all["pose-"+id+".svg"] = mascot.Compose(green,
			mascot.Options{Pose: id, Margin: true, Bare: true, Still: true})
	}
	for _, id := range mascot.Moods() {
		all["mood-"+id+".svg"] = mascot.Compose(green,
			mascot.Options{Mood: id, Margin: true, Bare: true, Still: true})
	}
	for _, id := range mascot.Tellers() {
		all["teller-"+id+".svg"] = mascot.Teller(id)
	}
	for id, traits := range friends {
		all["friend-"+id+".svg"] = mascot.Compose(traits, mascot.Options{})
		all["snuffed-"+id+".svg"] = mascot.Compose(traits, mascot.Options{Mood: "failed", Flame: "off", Bare: true})
	}
	for _, id := range mascot.Illustrations() {
		all[id+".svg"], _ = mascot.Illustration(id)
	}
	for name, svg := range all {
		all[name] = minifySVG(svg) + "\n"
	}
	return all
}

func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	all := drawings()
	old, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil {
		return err
	}
	for _, file := range old {
		if _, ok := all[filepath.Base(file)]; !ok {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	for name, svg := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(svg), 0o644); err != nil {
			return err
		}
	}
	return nil
}
