-- +goose NO TRANSACTION
-- +goose Up
-- Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS wall_entries_removed;
CREATE INDEX CONCURRENTLY wall_entries_removed ON wall_entries (removed_at) WHERE removed_at IS NOT NULL;
RESET lock_timeout;
