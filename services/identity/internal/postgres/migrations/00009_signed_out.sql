-- +goose Up
-- When the account of a key last signed out everywhere, to the second, as the times of challenges are: browsers that have kept the key
-- since before do not log in with it.
ALTER TABLE users ADD COLUMN signed_out_at timestamptz;
