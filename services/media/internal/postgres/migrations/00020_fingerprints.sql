-- +goose Up
-- What would sound the same has the same fingerprint, so that nobody pays for it twice. Older speeches have none and are not found.
ALTER TABLE speeches ADD COLUMN fingerprint bytea;
