-- +goose NO TRANSACTION
-- +goose Up
-- The open reports of a network, which operators close together. Writers go on meanwhile; an index whose build was interrupted is
-- there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS reports_open_lane;
CREATE INDEX CONCURRENTLY reports_open_lane ON reports (lane, publication_id) WHERE settled_at IS NULL AND lane <> '';
RESET lock_timeout;
