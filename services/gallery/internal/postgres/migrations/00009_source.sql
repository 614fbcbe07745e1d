-- +goose Up
-- Who drew a picture, as media says: ai, or composer. Empty for what is older, and for what a program of the last release adds while this
-- one is being rolled out: AI drew all of that.
ALTER TABLE generated_images
    ADD COLUMN source text NOT NULL DEFAULT '';
