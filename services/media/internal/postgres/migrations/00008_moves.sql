-- +goose Up
-- How often a publication left the public or came back: the version of what is told of it.
ALTER TABLE publications ADD COLUMN moves integer NOT NULL DEFAULT 0;
UPDATE publications SET moves = 1 WHERE withdrawn_at IS NOT NULL;
