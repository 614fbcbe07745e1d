-- +goose Up
-- Who made an artwork or a speech (ai, composer), and what with. Empty for what is older, and for what a program of the last release
-- stores while this one is being rolled out: AI made all of that.
ALTER TABLE artworks
    ADD COLUMN source    text NOT NULL DEFAULT '' CONSTRAINT artworks_source CHECK (source IN ('', 'ai', 'composer')),
    ADD COLUMN generator text NOT NULL DEFAULT '';
ALTER TABLE speeches
    ADD COLUMN source    text NOT NULL DEFAULT '' CONSTRAINT speeches_source CHECK (source IN ('', 'ai', 'composer')),
    ADD COLUMN generator text NOT NULL DEFAULT '';
-- Who speaks in a video.
ALTER TABLE videos
    ADD COLUMN source    text NOT NULL DEFAULT '' CONSTRAINT videos_source CHECK (source IN ('', 'ai', 'composer'));
