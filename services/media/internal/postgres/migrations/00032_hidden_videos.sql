-- +goose NO TRANSACTION
-- +goose Up
-- What is hidden, also by its text, which is not shared again. Writers go on meanwhile; a repeat begins with dropping an index whose build
-- was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS videos_hidden;
CREATE INDEX CONCURRENTLY videos_hidden ON videos (md5(description)) WHERE hidden_at IS NOT NULL;
RESET lock_timeout;
