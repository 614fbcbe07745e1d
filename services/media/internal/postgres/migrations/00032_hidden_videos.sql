-- +goose NO TRANSACTION
-- +goose Up
-- What is hidden, also by its text, which is not shared again. Writers go on meanwhile; a repeat begins with dropping an index whose build
-- was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS videos_hidden;
CREATE INDEX CONCURRENTLY videos_hidden ON videos (md5(description)) WHERE hidden_at IS NOT NULL;
