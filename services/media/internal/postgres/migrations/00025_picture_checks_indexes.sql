-- +goose NO TRANSACTION
-- +goose Up
-- The pictures that are to be judged, and those that a list of their visitor or account shows before they are public. Writers go on
-- meanwhile; an index whose build was interrupted is there and of no use, so a repeat begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS publications_picture_due;
CREATE INDEX CONCURRENTLY publications_picture_due ON publications (picture_check_at) WHERE picture_check IN ('due', 'held');
DROP INDEX CONCURRENTLY IF EXISTS publications_held_of_visitor;
CREATE INDEX CONCURRENTLY publications_held_of_visitor ON publications (visitor, created_at DESC, id DESC) WHERE picture_check = 'held';
DROP INDEX CONCURRENTLY IF EXISTS publications_held_of_account;
CREATE INDEX CONCURRENTLY publications_held_of_account ON publications (account, created_at DESC, id DESC) WHERE picture_check = 'held';
RESET lock_timeout;
