-- +goose NO TRANSACTION
-- +goose Up
-- The reports of a network, newest first. An attempt that was interrupted leaves an invalid index, so it is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS signals_lane;
CREATE INDEX CONCURRENTLY signals_lane ON signals (lane, created_at DESC) WHERE lane <> '';
