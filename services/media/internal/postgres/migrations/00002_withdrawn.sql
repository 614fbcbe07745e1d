-- +goose Up
-- When a publication was taken out of the public; null while it is public. The row stays: it tells 410 from 404.
ALTER TABLE publications ADD COLUMN withdrawn_at timestamptz;
