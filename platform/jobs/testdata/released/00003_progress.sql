-- +goose Up
-- How much of a running job is done, from 0 to 100.
ALTER TABLE jobs ADD COLUMN percent integer NOT NULL DEFAULT 0 CONSTRAINT jobs_percent CHECK (percent BETWEEN 0 AND 100);
