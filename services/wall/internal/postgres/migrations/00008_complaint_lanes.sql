-- +goose NO TRANSACTION
-- +goose Up
-- Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS complaints_open_lane;
CREATE INDEX CONCURRENTLY complaints_open_lane ON complaints (lane) WHERE settled_at IS NULL AND lane <> '';
DROP INDEX CONCURRENTLY IF EXISTS complaints_lane_age;
CREATE INDEX CONCURRENTLY complaints_lane_age ON complaints (created_at) WHERE lane <> '';
RESET lock_timeout;
