package mascot

import "slices"

// Category is one question of the trait picker.
type Category struct {
	ID       string   `json:"category"`
	Label    string   `json:"label"`
	Required bool     `json:"required"` // colours are, the rest is not
	Options  []Option `json:"options"`
}

// Option is one answer; colours have a swatch, a hex colour.
type Option struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Swatch string `json:"swatch,omitempty"`
}

// MinFeatures is how many of the categories that are not required a profile picture fills at least.
const MinFeatures = 2

// Categories lists all traits that a visitor can choose, in the picker's order.
func Categories() []Category { return slices.Clone(load().categories) }

// Poses and Moods list the ids that Options accepts, sorted.
func Poses() []string { return sortedKeys(load().figure.Poses) }

// Moods see Poses.
func Moods() []string { return sortedKeys(load().figure.Moods) }

// Scene is a backdrop.
type Scene struct {
	ID, Label string
}

// Scenes lists the backdrops, sorted by id.
func Scenes() []Scene {
	out := make([]Scene, 0, len(load().scenes))
	for _, s := range load().scenes {
		out = append(out, Scene{ID: s.id, Label: s.label})
	}
	return out
}

// Finish is an art style.
type Finish struct {
	ID, Label string
}

// Finishes lists the art styles, sorted by id.
func Finishes() []Finish {
	out := make([]Finish, 0, len(load().finishes))
	for _, f := range load().finishes {
		out = append(out, Finish{ID: f.id, Label: f.label})
	}
	return out
}
