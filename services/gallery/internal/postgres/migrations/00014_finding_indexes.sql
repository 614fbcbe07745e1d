-- +goose NO TRANSACTION
-- +goose Up
-- Indexes of pictures by style, author and parent. None contains the likes. A repeat begins with dropping what was interrupted.
ALTER TABLE generated_images VALIDATE CONSTRAINT generated_images_type;
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS generated_images_style;
CREATE INDEX CONCURRENTLY generated_images_style ON generated_images (type, style, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS generated_images_account;
CREATE INDEX CONCURRENTLY generated_images_account ON generated_images (account, created_at DESC, id DESC) WHERE account IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS generated_images_parent;
CREATE INDEX CONCURRENTLY generated_images_parent ON generated_images (parent_id, created_at DESC, id DESC) WHERE parent_id IS NOT NULL;
RESET lock_timeout;
