-- +goose NO TRANSACTION
-- +goose Up
-- Portraits that releases before this one stored beside published ones, which every process loads. The build may have been
-- interrupted, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS artworks_former_portraits;
CREATE INDEX CONCURRENTLY artworks_former_portraits ON artworks (id) WHERE type = 'pfp' AND object_name LIKE 'generated/%';
RESET lock_timeout;
