// Package loops has the built-in backgrounds of videos. services/media/cmd/loops draws them.
package loops

import _ "embed" // the clips

//go:generate go run ../../../cmd/loops -out .

var (
	//go:embed subway.mp4
	subway []byte
	//go:embed minecraft.mp4
	drawMinecraft []byte
)

// All returns the clips by category, mp4s of 720 by 1280 without sound.
func All() map[string][]byte { return map[string][]byte{"subway": subway, "minecraft": drawMinecraft} }
