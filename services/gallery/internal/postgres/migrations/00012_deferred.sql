-- +goose NO TRANSACTION
-- +goose Up
-- The deferred likes of a device. Writers go on meanwhile; an index whose build was interrupted is there and of no use, so a repeat
-- begins with dropping it.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS likes_deferred;
CREATE INDEX CONCURRENTLY likes_deferred ON likes (visitor, image_id) WHERE NOT counted;
RESET lock_timeout;
