-- +goose NO TRANSACTION
-- +goose Up
-- When an account was made: users_account_once knows only its current key. Writers go on meanwhile; an index whose
-- build was interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS users_account;
CREATE INDEX CONCURRENTLY users_account ON users (account, created_at);
RESET lock_timeout;
