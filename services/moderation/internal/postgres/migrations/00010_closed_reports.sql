-- +goose NO TRANSACTION
-- +goose Up
-- The reports of a network that were decided on, latest first, however many it sends that wait. A repeat begins with dropping what was
-- interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS signals_closed_lane;
CREATE INDEX CONCURRENTLY signals_closed_lane ON signals (lane, closed_at DESC)
    WHERE lane <> '' AND kind = 'report' AND closed_at IS NOT NULL;
RESET lock_timeout;
