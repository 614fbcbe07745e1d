-- +goose NO TRANSACTION
-- +goose Up
-- What an account shared, newest first; and what is to be deleted because its maker withdrew it. Writers go on meanwhile; a repeat
-- begins with dropping an index whose build was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS videos_shared_of_account;
CREATE INDEX CONCURRENTLY videos_shared_of_account ON videos (account, shared_at DESC, id DESC) WHERE shared_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS videos_withdrawn;
CREATE INDEX CONCURRENTLY videos_withdrawn ON videos (withdrawn_at) WHERE withdrawn_at IS NOT NULL;
RESET lock_timeout;
