package publications

import "encoding/json"

// recipeVersion is the version of the recipe's form; readers refuse others.
const recipeVersion = 1

// recipe is how to make another meme like one. It has no handle, signature or caption.
// frontend/remotes/studio reads it.
type recipe struct {
	Version int           `json:"v"`
	Type    Type          `json:"type"`
	Action  string        `json:"action"`
	Scene   string        `json:"scene"`
	Style   string        `json:"style"`
	Layers  []recipeLayer `json:"layers"`
	Parent  string        `json:"parent"` // the publication that has the recipe: what is made by it is its child
}

// recipeLayer is a text of a meme as the editor has it: a render.Overlay with other names in JSON.
type recipeLayer struct {
	Content    string  `json:"content"`
	FontFamily string  `json:"fontFamily"`
	FontSize   float64 `json:"fontSize"`
	Color      string  `json:"color"`
	Rotation   float64 `json:"rotation"`
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
}

// recipe returns the recipe of a meme as JSON. Portraits have none: their traits are chosen anew.
func (p Publication) recipe() string {
	if p.Artwork.Type != TypeMeme {
		return ""
	}
	r := recipe{Version: recipeVersion, Type: p.Artwork.Type, Action: p.Artwork.Action, Scene: p.Artwork.Scene,
		Style: p.Artwork.Style, Layers: make([]recipeLayer, len(p.Overlays)), Parent: p.ID.String()}
	for i, o := range p.Overlays {
		r.Layers[i] = recipeLayer(o)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return "" // never: a valid overlay has finite numbers
	}
	return string(text)
}
