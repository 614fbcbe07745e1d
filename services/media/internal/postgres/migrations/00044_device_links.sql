-- +goose Up
-- Which account a device was linked to lately: of publications that were being made meanwhile, which the link did not see.
CREATE TABLE device_links (
    visitor    text PRIMARY KEY,
    account    text NOT NULL,
    linked_at  timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_links_age ON device_links (created_at);
