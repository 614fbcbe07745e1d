-- +goose NO TRANSACTION
-- +goose Up
-- Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS speeches_fingerprint;
CREATE INDEX CONCURRENTLY speeches_fingerprint ON speeches (fingerprint, created_at DESC) WHERE fingerprint IS NOT NULL;
RESET lock_timeout;
