-- +goose Up
-- The pass deletes what operators wrote about pictures that are withdrawn for good as well now, and visits those of unreleased versions
-- again; those of 1.0.0 it has not visited.
UPDATE publications SET artwork_unchecked = '-infinity' WHERE withdrawn_at IS NOT NULL AND hidden_by IS NULL AND
    EXISTS (SELECT FROM publication_decisions WHERE publication_id = id AND message <> '');
