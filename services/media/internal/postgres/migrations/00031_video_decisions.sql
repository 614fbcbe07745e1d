-- +goose Up
-- Since when a decision hides a video; null while none does.
ALTER TABLE videos ADD COLUMN hidden_at timestamptz;

-- What the maker of a video is told about decisions, and says. Programs of the last release delete videos too.
CREATE TABLE video_decisions (
    video_id    uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    reason      text NOT NULL, -- why it is hidden; empty when it is not
    message     text NOT NULL, -- of an operator to the maker; may be empty
    decided_at  timestamptz NOT NULL,
    removed_at  timestamptz, -- null unless it is to be deleted
    appeal      text NOT NULL DEFAULT '', -- empty without one, and once it was forgotten
    appealed_at timestamptz,
    answer      text NOT NULL DEFAULT '',
    answered_at timestamptz
);
CREATE INDEX video_decisions_removed ON video_decisions (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX video_decisions_appeals ON video_decisions (appealed_at) WHERE appeal <> '';
