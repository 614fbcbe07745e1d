-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age. Writers go on meanwhile; an index whose build was
-- interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS spoken_age;
CREATE INDEX CONCURRENTLY spoken_age ON spoken (said_at);
DROP INDEX CONCURRENTLY IF EXISTS budget_refusals_age;
CREATE INDEX CONCURRENTLY budget_refusals_age ON budget_refusals (refused_at);
RESET lock_timeout;
