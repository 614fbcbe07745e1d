-- +goose Up
-- How a publication looks; null for those of earlier releases.
ALTER TABLE publications ADD COLUMN picture_hash bit(384);

-- Pictures that were removed for good: neither their artwork nor what looks like them is published again. No personal data.
CREATE TABLE removed_pictures (
    publication_id uuid PRIMARY KEY,
    artwork_id     uuid NOT NULL,
    type           text NOT NULL,    -- of the artwork
    picture_hash   bit(384),         -- null while it is not known, and when the bytes were gone
    needs_hash     boolean NOT NULL, -- it is to be computed from the bytes
    removed_at     timestamptz NOT NULL
);
CREATE INDEX removed_pictures_artwork ON removed_pictures (artwork_id);
CREATE INDEX removed_pictures_age ON removed_pictures (removed_at);
CREATE INDEX removed_pictures_unhashed ON removed_pictures (publication_id) WHERE needs_hash;
