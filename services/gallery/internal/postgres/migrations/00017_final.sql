-- +goose NO TRANSACTION
-- +goose Up
-- Whether nothing is left of the texts of a picture that is withdrawn for good, which is version 2147483647; so far these are removed
-- videos, which are deleted. The texts of others are deleted later, found by the index. A repeat begins with dropping what was interrupted.
ALTER TABLE withdrawn_images ADD COLUMN IF NOT EXISTS erased boolean NOT NULL DEFAULT false;
UPDATE withdrawn_images SET erased = true WHERE version = 2147483647 AND NOT EXISTS (SELECT FROM generated_images WHERE id = image_id);
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS withdrawn_images_final;
CREATE INDEX CONCURRENTLY withdrawn_images_final ON withdrawn_images (image_id) WHERE version = 2147483647 AND NOT erased;
RESET lock_timeout;
