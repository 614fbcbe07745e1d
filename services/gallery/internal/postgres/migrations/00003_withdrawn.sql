-- +goose Up
-- Pictures that are not public any more. A table of its own, so that the two facts about a picture, published and
-- withdrawn, are two rows that may be written in any order. What was withdrawn keeps its picture and its likes.
CREATE TABLE withdrawn_images (
    image_id     uuid PRIMARY KEY,
    withdrawn_at timestamptz NOT NULL
);
