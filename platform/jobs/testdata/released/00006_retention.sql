-- +goose Up
-- What is forgotten by its age: where jobs came from, and lanes that nobody was served in.
CREATE INDEX jobs_origins ON jobs (finished_at) WHERE lane <> '';
CREATE INDEX job_lanes_age ON job_lanes (served_at);
