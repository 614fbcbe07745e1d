-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age. Writers go on meanwhile; an index whose build was
-- interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS decisions_settled;
CREATE INDEX CONCURRENTLY decisions_settled ON decisions (created_at) WHERE act = 'settle' AND x_handle || note <> '';
DROP INDEX CONCURRENTLY IF EXISTS entry_reporters_lane;
CREATE INDEX CONCURRENTLY entry_reporters_lane ON entry_reporters (created_at) WHERE lane <> '';
RESET lock_timeout;
