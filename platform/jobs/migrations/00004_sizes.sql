-- +goose Up
-- How much work a job is, in a unit of its queue, such as the seconds of a video. Null for what a program of the last release adds,
-- and for what is older: such a job counts as one of the usual size, and measures nothing.
ALTER TABLE jobs ADD COLUMN size double precision CONSTRAINT jobs_size CHECK (size > 0);
