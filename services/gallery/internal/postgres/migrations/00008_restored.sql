-- +goose Up
-- What was withdrawn may come back, and go again. The highest version of a picture's facts is how it is; what was withdrawn before
-- there were versions was so once.
ALTER TABLE withdrawn_images
    ADD COLUMN restored_at timestamptz, -- null while it is gone
    ADD COLUMN version     integer NOT NULL DEFAULT 1;
