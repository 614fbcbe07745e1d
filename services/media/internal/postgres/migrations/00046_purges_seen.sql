-- +goose Up
-- When a purge was tried first: its transaction, which may have taken long, was committed by then. Programs of the last release count
-- its age from added_at.
ALTER TABLE purges ADD COLUMN seen_at timestamptz;
