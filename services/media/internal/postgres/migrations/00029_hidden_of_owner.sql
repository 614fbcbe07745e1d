-- +goose NO TRANSACTION
-- +goose Up
-- What is hidden, for its maker. Writers go on meanwhile; a repeat begins with dropping an index whose build was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_hidden_of_visitor;
CREATE INDEX CONCURRENTLY publications_hidden_of_visitor ON publications (visitor, created_at DESC, id DESC)
    WHERE hidden_by IN ('operator', 'reports', 'removed');
DROP INDEX CONCURRENTLY IF EXISTS publications_hidden_of_account;
CREATE INDEX CONCURRENTLY publications_hidden_of_account ON publications (account, created_at DESC, id DESC)
    WHERE hidden_by IN ('operator', 'reports', 'removed');
RESET lock_timeout;
