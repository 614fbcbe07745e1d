-- +goose Up
-- Who wrote what is spoken (ai, visitor, or not known); which account shared a video and the handle that it shows, as it was then; and
-- when its maker withdrew a video that a decision hides: the row stays for a while, so that its text is not shared again.
ALTER TABLE speeches
    ADD COLUMN script_source text NOT NULL DEFAULT '' CONSTRAINT speeches_script_source CHECK (script_source IN ('', 'ai', 'visitor'));
ALTER TABLE videos
    ADD COLUMN script_source text NOT NULL DEFAULT '' CONSTRAINT videos_script_source CHECK (script_source IN ('', 'ai', 'visitor')),
    ADD COLUMN account       text,
    ADD COLUMN handle        text NOT NULL DEFAULT '',
    ADD COLUMN withdrawn_at  timestamptz;
