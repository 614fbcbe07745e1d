-- +goose NO TRANSACTION
-- +goose Up
-- Artworks that may have to be forgotten. Writers go on meanwhile; an index whose build was
-- interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS artworks_due;
CREATE INDEX CONCURRENTLY artworks_due ON artworks (created_at) WHERE NOT kept;
RESET lock_timeout;
