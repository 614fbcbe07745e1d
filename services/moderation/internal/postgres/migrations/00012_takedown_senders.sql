-- +goose NO TRANSACTION
-- +goose Up
-- Who sent a takedown request is forgotten after 7 days. A repeat begins with dropping what was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS signals_senders;
CREATE INDEX CONCURRENTLY signals_senders ON signals (created_at) WHERE kind = 'takedown' AND source <> '';
RESET lock_timeout;
