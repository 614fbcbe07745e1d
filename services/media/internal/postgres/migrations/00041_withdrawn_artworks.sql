-- +goose Up
-- Whether the bytes and texts of an artwork were deleted, because none of its publications can be public any more. The row stays for them.
ALTER TABLE artworks ADD COLUMN deleted boolean NOT NULL DEFAULT false;

-- Of a publication that is withdrawn for good: when its artwork was made, which is checked once that is long enough ago; -infinity until
-- a pass has read it, null once it was checked.
ALTER TABLE publications ADD COLUMN artwork_unchecked timestamptz DEFAULT '-infinity';
