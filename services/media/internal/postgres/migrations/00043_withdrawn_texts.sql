-- +goose Up
-- Publications that are withdrawn for good are checked again, because their texts are deleted as well now, here and in the gallery.
UPDATE publications SET artwork_unchecked = '-infinity' WHERE withdrawn_at IS NOT NULL AND hidden_by IS NULL AND
    artwork_unchecked IS DISTINCT FROM '-infinity';
