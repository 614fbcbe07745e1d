-- +goose NO TRANSACTION
-- +goose Up
-- Withdrawn publications whose artwork is to be checked, also those of earlier releases. Writers go on meanwhile; a repeat begins with
-- dropping an index whose build was interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_artwork_unchecked;
CREATE INDEX CONCURRENTLY publications_artwork_unchecked ON publications (artwork_unchecked)
    WHERE withdrawn_at IS NOT NULL AND hidden_by IS NULL AND artwork_unchecked IS NOT NULL;
RESET lock_timeout;
