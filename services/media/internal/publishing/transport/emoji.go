package transport

import (
	"bytes"
	"net/http"
	"strings"

	"mcwick.example/services/media/internal/objects"
)

// emojiPictures returns the pictures that layouts name.
type emojiPictures interface {
	EmojiPicture(name string) ([]byte, bool)
}

// emojiPrefix is the name prefix of emoji among the objects. Their bytes are in the emoji font, not
// in a bucket.
const emojiPrefix = "emoji/"

func emojiObject(name string) string { return emojiPrefix + name + ".png" }

// serveEmoji serves the PNG of an emoji, which never changes under its name.
func serveEmoji(e emojiPictures) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, isPNG := strings.CutSuffix(r.PathValue("file"), ".png")
		picture, ok := e.EmojiPicture(name)
		if !isPNG || !ok {
			http.NotFound(w, r)
			return
		}
		objects.Serve(w, r, emojiObject(name), objects.CacheYear, bytes.NewReader(picture))
	}
}
