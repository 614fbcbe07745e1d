-- +goose NO TRANSACTION
-- +goose Up
-- The statistics of the last days (Statistics). An attempt that was interrupted leaves an invalid index, so each is dropped first.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS decisions_age;
CREATE INDEX CONCURRENTLY decisions_age ON decisions (created_at);
DROP INDEX CONCURRENTLY IF EXISTS signals_age;
CREATE INDEX CONCURRENTLY signals_age ON signals (kind, created_at);
DROP INDEX CONCURRENTLY IF EXISTS appeals_age;
CREATE INDEX CONCURRENTLY appeals_age ON appeals (created_at);
RESET lock_timeout;
