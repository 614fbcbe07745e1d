-- +goose NO TRANSACTION
-- +goose Up
-- Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
DROP INDEX CONCURRENTLY IF EXISTS wall_entries_removed;
CREATE INDEX CONCURRENTLY wall_entries_removed ON wall_entries (removed_at) WHERE removed_at IS NOT NULL;
