-- +goose Up
-- Whether reports alone hid a video that a decision hides; not known, and false, of those that were hidden before.
ALTER TABLE videos ADD COLUMN hidden_automatically boolean NOT NULL DEFAULT false;
