package publications

import (
	"context"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/publishing/render"
)

// LayoutInput is a text without its position, rotation and color.
type LayoutInput struct {
	Content    string
	FontFamily string
	FontSize   float64
}

// Validate reports every invalid field.
func (in LayoutInput) Validate() error {
	return fault.Invalid("TEXT_INVALID", checkText(in.Content, in.FontFamily, in.FontSize)...)
}

// Layout is a text as outlines, with those of the font sizes on offer that have the same line
// breaks.
type Layout struct {
	render.Layout
	MinFontSize int
	MaxFontSize int
}

// LayOut breaks a text into lines and returns the outlines that Publish would paint. A letter
// without a font is no error here: the editor marks it.
func (s *Service) LayOut(ctx context.Context, in LayoutInput) (Layout, error) {
	if err := in.Validate(); err != nil {
		return Layout{}, err
	}
	return s.layouts.find(ctx, in)
}
