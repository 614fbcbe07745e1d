-- +goose NO TRANSACTION
-- +goose Up
-- What operators left public before cases existed, which becomes a case. Writers go on meanwhile; a repeat begins with dropping an
-- index whose build was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_cleared;
CREATE INDEX CONCURRENTLY publications_cleared ON publications (id) WHERE cleared_at IS NOT NULL;
RESET lock_timeout;
