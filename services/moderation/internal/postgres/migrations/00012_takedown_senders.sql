-- +goose NO TRANSACTION
-- +goose Up
-- Who sent a takedown request is forgotten after 7 days. A repeat begins with dropping what was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS signals_senders;
CREATE INDEX CONCURRENTLY signals_senders ON signals (created_at) WHERE kind = 'takedown' AND source <> '';
