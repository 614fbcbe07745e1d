-- +goose Up
-- Whether a picture has texts on it, as media says; false for what is older, until media publishes its facts again.
ALTER TABLE generated_images
    ADD COLUMN has_texts boolean NOT NULL DEFAULT false;
