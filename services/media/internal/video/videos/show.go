package videos

import (
	"context"
	"errors"
	"io"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/objects"
)

// pieceSize is the most that one answer has of a file: films are larger than a message may be.
const pieceSize = 1 << 20

// Files are the stored files.
type Files interface {
	// Read opens a file. The caller closes it.
	Read(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Exists reports whether a file exists.
	Exists(ctx context.Context, name string) (bool, error)
}

// File is one of the files of a video.
type File int

// The files of a video.
const (
	FileFilm File = iota
	FilePoster
	FileCaptions
)

// contentTypes are those of the files.
var contentTypes = map[File]string{FileFilm: "video/mp4", FilePoster: "image/webp",
	FileCaptions: "text/vtt; charset=utf-8"}

// ShowInput identifies a piece of a shared video's file.
type ShowInput struct {
	ID     string
	File   File
	Offset int64
}

// Piece is a piece of a file.
type Piece struct {
	Bytes       []byte // none at the end
	Size        int64  // of the whole file
	ContentType string
}

// errOffset means that a piece cannot begin there.
var errOffset = fault.Invalid("SHOW_INVALID",
	fault.Field{Name: "offset", Message: "A piece begins inside of the file, or at its end."})

// Show returns a piece of a shared video's file for an operator, also while the video is hidden.
func (v *Videos) Show(ctx context.Context, in ShowInput) (Piece, error) {
	of, err := v.findShared(ctx, in.ID)
	if err != nil {
		return Piece{}, err
	}
	file, err := v.files.Read(ctx, of.SharedObjects()[in.File])
	if in.File == FileCaptions && errors.Is(err, objects.ErrNotFound) {
		file, err = v.files.Read(ctx, of.formerCaptionsName())
	}
	if err != nil {
		return Piece{}, err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return Piece{}, err
	}
	if in.Offset < 0 || in.Offset > size {
		return Piece{}, errOffset
	}
	if _, err := file.Seek(in.Offset, io.SeekStart); err != nil {
		return Piece{}, err
	}
	b := make([]byte, min(pieceSize, size-in.Offset))
	_, err = io.ReadFull(file, b)
	return Piece{Bytes: b, Size: size, ContentType: contentTypes[in.File]}, err
}

// findShared returns a shared video, also while it is hidden.
func (v *Videos) findShared(ctx context.Context, textID string) (Video, error) {
	id, ok := text.ParseID(textID)
	if !ok {
		return Video{}, ErrVideoNotFound
	}
	of, err := v.store.Video(ctx, id)
	if err == nil && of.Shared == nil {
		err = ErrVideoNotFound
	}
	return of, err
}
