-- +goose NO TRANSACTION
-- +goose Up
-- Whether the style of a picture that is withdrawn for good is deleted as well, which the last release leaves where it erases the texts.
-- All others are erased again, found by the index; withdrawn_images_final stays for processes of the last release. A repeat begins with
-- dropping what was interrupted.
ALTER TABLE withdrawn_images ADD COLUMN IF NOT EXISTS style_erased boolean NOT NULL DEFAULT false;
UPDATE withdrawn_images SET style_erased = true WHERE version = 2147483647 AND NOT EXISTS (SELECT FROM generated_images WHERE id = image_id);
DROP INDEX CONCURRENTLY IF EXISTS withdrawn_images_styles;
CREATE INDEX CONCURRENTLY withdrawn_images_styles ON withdrawn_images (image_id) WHERE version = 2147483647 AND NOT style_erased;
