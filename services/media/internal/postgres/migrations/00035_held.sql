-- +goose NO TRANSACTION
-- +goose Up
-- Pictures that wait for a look, which operators list. A repeat begins with dropping an index whose build was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_held;
CREATE INDEX CONCURRENTLY publications_held ON publications (created_at DESC, id DESC) WHERE picture_check = 'held' AND hidden_by = 'check';
RESET lock_timeout;
