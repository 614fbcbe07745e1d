-- +goose Up
-- When a lane was last refused because the day's money was gone. Others share with it for an hour.
CREATE TABLE budget_refusals (
    lane       text PRIMARY KEY,
    refused_at timestamptz NOT NULL DEFAULT now()
);
