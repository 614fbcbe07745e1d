package render

// Renderer draws texts: with the fonts of this package and, where there is one, an emoji font of the machine. It is safe for concurrent use.
type Renderer struct{ emoji *emojiFont }

// New makes a renderer that draws emoji with the pictures of a font file, such as Debian's Noto
// Color Emoji. Without that file, or with one that cannot be read, it gives the error and a
// renderer anyway, to which every emoji is a letter that no font has.
func New(emojiFile string) (*Renderer, error) {
	emoji, err := openEmoji(emojiFile)
	return &Renderer{emoji: emoji}, err
}
