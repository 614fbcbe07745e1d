-- +goose Up
CREATE TABLE generated_images (
    id          uuid PRIMARY KEY,
    object_name text NOT NULL,
    type        text NOT NULL CONSTRAINT generated_images_type CHECK (type IN ('meme', 'pfp', 'art')),
    prompt      text NOT NULL,
    action      text NOT NULL,
    scene       text NOT NULL,
    style       text NOT NULL,
    signature   text,
    caption     text,
    likes       integer NOT NULL DEFAULT 0 CONSTRAINT generated_images_likes CHECK (likes >= 0),
    created_at  timestamptz NOT NULL
) WITH (fillfactor = 70); -- room for the count to be updated in place

CREATE INDEX generated_images_newest ON generated_images (type, created_at DESC, id DESC);

-- The truth about likes; the count above is derived from it. No foreign key: it would lock the picture
-- for each like, and the statement that likes checks the picture anyway.
CREATE TABLE likes (
    image_id   uuid NOT NULL,
    visitor    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT likes_once PRIMARY KEY (image_id, visitor)
);
