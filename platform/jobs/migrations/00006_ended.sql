-- +goose NO TRANSACTION
-- +goose Up
-- What operators look for, among all that succeeded. An attempt that was interrupted leaves an invalid index.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS jobs_ended_badly;
CREATE INDEX CONCURRENTLY jobs_ended_badly ON jobs (state, id DESC) WHERE state IN ('failed', 'cancelled');
RESET lock_timeout;
