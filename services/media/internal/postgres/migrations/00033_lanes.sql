-- +goose Up
-- Where a picture was published and a video shared from, a keyed hash of the network, empty when that is not known or was forgotten.
ALTER TABLE publications ADD COLUMN lane text NOT NULL DEFAULT '';
ALTER TABLE videos ADD COLUMN lane text NOT NULL DEFAULT '';
