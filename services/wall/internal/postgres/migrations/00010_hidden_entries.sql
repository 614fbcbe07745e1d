-- +goose Up
-- What the moderation service decided: a hidden entry is shown to nobody and may be restored, a removed one is hidden and is deleted
-- after 30 days.
ALTER TABLE wall_entries ADD COLUMN hidden_at timestamptz, ADD COLUMN removed_at timestamptz;
