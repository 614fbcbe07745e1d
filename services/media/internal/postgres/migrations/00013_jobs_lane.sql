-- +goose Up
-- As every table of jobs has it.
CREATE INDEX jobs_lane ON jobs (lane, created_at);
