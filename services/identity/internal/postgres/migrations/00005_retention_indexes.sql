-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age. Writers go on meanwhile; an index whose build was
-- interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS sessions_created;
CREATE INDEX CONCURRENTLY sessions_created ON sessions (created_at);
RESET lock_timeout;
