-- +goose Up
-- Where a report of an entry comes from, a keyed hash of the network; empty when that is not known or was forgotten.
ALTER TABLE entry_reporters ADD COLUMN lane text NOT NULL DEFAULT '';
