-- +goose Up
-- The time of the decision, if reports alone hid a video; none of those that were hidden before. A release
-- before this one does not reset it, but writes the time of its own decision to video_decisions.
ALTER TABLE videos ADD COLUMN hidden_automatically_at timestamptz;
