-- +goose Up
-- What was withdrawn before: nobody knows of which the bytes are gone, and to delete what is gone does no harm. A transaction of its own,
-- after the one that has the trigger: a withdrawal is in one of the two, or in both.
INSERT INTO object_deletions (object_name, withdrawn)
SELECT object_name, true FROM publications WHERE withdrawn_at IS NOT NULL AND hidden_by IS NULL
ON CONFLICT DO NOTHING;
