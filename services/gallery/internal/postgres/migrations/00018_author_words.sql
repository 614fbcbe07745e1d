-- +goose Up
-- Where the pass is that gives the pictures of an account the words of its handle: those published before this, in the order of
-- generated_images_account, still have their former ones. Null when none has.
ALTER TABLE authors ADD COLUMN words_before timestamptz, ADD COLUMN words_before_id uuid;
CREATE INDEX authors_words ON authors (words_before DESC) WHERE words_before IS NOT NULL;
