-- +goose Up
-- Other widths of a picture and what to paint before it is there. Pictures from before there were any have none.
ALTER TABLE generated_images
    ADD COLUMN variants    jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN placeholder text NOT NULL DEFAULT '';
