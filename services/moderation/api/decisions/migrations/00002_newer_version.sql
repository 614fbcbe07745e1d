-- +goose Up
-- Of a decision that was superseded: the version that was here first.
ALTER TABLE decision_confirmations ADD COLUMN newer_version integer NOT NULL DEFAULT 0;
