-- +goose Up
-- What a profile picture was made of: the chosen option's id by category, and its seed.
ALTER TABLE artworks
    ADD COLUMN traits jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN seed   integer NOT NULL DEFAULT 0;
