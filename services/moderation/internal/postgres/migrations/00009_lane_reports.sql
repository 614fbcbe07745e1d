-- +goose NO TRANSACTION
-- +goose Up
-- The reports of a network, newest first. An attempt that was interrupted leaves an invalid index, so it is dropped first.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS signals_lane;
CREATE INDEX CONCURRENTLY signals_lane ON signals (lane, created_at DESC) WHERE lane <> '';
RESET lock_timeout;
