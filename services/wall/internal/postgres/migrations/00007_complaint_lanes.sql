-- +goose Up
-- The network that a complaint first came from, so that a flood is settled in one act. Empty when unknown, and after seven days.
ALTER TABLE complaints ADD COLUMN lane text NOT NULL DEFAULT '';
