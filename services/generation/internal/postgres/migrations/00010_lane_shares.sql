-- +goose Up
-- What a lane has of today's money is what its jobs of today have reserved or paid.
CREATE INDEX jobs_lane ON jobs (lane, created_at);

-- When a lane was last refused because the day's money was gone. Others share with it for an hour.
CREATE TABLE budget_refusals (
    lane       text PRIMARY KEY,
    refused_at timestamptz NOT NULL DEFAULT now()
);
