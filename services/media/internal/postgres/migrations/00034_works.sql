-- +goose NO TRANSACTION
-- +goose Up
-- What operators look through: all works but those that their visitors withdrew, those of a device, an account and a network, newest
-- first; and the networks that are to be forgotten. Writers go on meanwhile; a repeat begins with dropping an index whose build was
-- interrupted.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_works;
CREATE INDEX CONCURRENTLY publications_works ON publications (created_at DESC, id DESC)
    WHERE withdrawn_at IS NULL OR hidden_by IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS publications_works_of_visitor;
CREATE INDEX CONCURRENTLY publications_works_of_visitor ON publications (visitor, created_at DESC, id DESC)
    WHERE withdrawn_at IS NULL OR hidden_by IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS publications_works_of_account;
CREATE INDEX CONCURRENTLY publications_works_of_account ON publications (account, created_at DESC, id DESC)
    WHERE withdrawn_at IS NULL OR hidden_by IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS publications_works_of_lane;
CREATE INDEX CONCURRENTLY publications_works_of_lane ON publications (lane, created_at DESC, id DESC) WHERE lane <> '';
DROP INDEX CONCURRENTLY IF EXISTS publications_lanes;
CREATE INDEX CONCURRENTLY publications_lanes ON publications (created_at) WHERE lane <> '';

DROP INDEX CONCURRENTLY IF EXISTS videos_shared;
CREATE INDEX CONCURRENTLY videos_shared ON videos (shared_at DESC, id DESC) WHERE shared_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS videos_shared_of_visitor;
CREATE INDEX CONCURRENTLY videos_shared_of_visitor ON videos (visitor, shared_at DESC, id DESC) WHERE shared_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS videos_shared_of_lane;
CREATE INDEX CONCURRENTLY videos_shared_of_lane ON videos (lane, shared_at DESC, id DESC) WHERE lane <> '';
DROP INDEX CONCURRENTLY IF EXISTS videos_lanes;
CREATE INDEX CONCURRENTLY videos_lanes ON videos (shared_at) WHERE lane <> '';
RESET lock_timeout;
