-- +goose NO TRANSACTION
-- +goose Up
-- Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
DROP INDEX CONCURRENTLY IF EXISTS speeches_fingerprint;
CREATE INDEX CONCURRENTLY speeches_fingerprint ON speeches (fingerprint, created_at DESC) WHERE fingerprint IS NOT NULL;
