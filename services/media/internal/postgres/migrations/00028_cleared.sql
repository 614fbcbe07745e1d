-- +goose NO TRANSACTION
-- +goose Up
-- What operators left public before cases existed, which becomes a case. Writers go on meanwhile; a repeat begins with dropping an
-- index whose build was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS publications_cleared;
CREATE INDEX CONCURRENTLY publications_cleared ON publications (id) WHERE cleared_at IS NOT NULL;
