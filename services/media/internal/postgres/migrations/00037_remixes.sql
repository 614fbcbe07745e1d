-- +goose Up
-- The handle that a publication is signed with, if it is its account's own, as it was then; and the publication that it was made from.
-- No foreign key: a parent may be deleted.
ALTER TABLE publications
    ADD COLUMN handle    text NOT NULL DEFAULT '',
    ADD COLUMN parent_id uuid;
