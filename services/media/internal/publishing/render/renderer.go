package render

// Renderer draws texts with the fonts of this package and, if there is one, an emoji font of the
// machine. It is safe for concurrent use.
type Renderer struct{ emoji *emojiFont }

// New returns a renderer that draws emoji with the pictures of a font file, such as Debian's Noto
// Color Emoji. Without that file, or with an unreadable one, it returns the error and also a
// renderer, for which every emoji is a letter without a font.
func New(emojiFile string) (*Renderer, error) {
	emoji, err := openEmoji(emojiFile)
	return &Renderer{emoji: emoji}, err
}
