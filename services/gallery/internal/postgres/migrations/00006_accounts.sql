-- +goose Up
-- Which accounts like a picture, and the device whose row in likes counts for it. A table of its own and no column
-- there: a like then takes its two keys one after the other, all of a kind in one order, and replicas cannot wait for
-- each other in a circle.
CREATE TABLE account_likes (
    account  text NOT NULL CONSTRAINT account_likes_account CHECK (account <> ''),
    image_id uuid NOT NULL,
    visitor  text NOT NULL,
    CONSTRAINT account_likes_once PRIMARY KEY (account, image_id)
);

-- The same key from its other end, so that the likes of a device are found by it.
ALTER TABLE likes
    DROP CONSTRAINT likes_once,
    ADD CONSTRAINT likes_once PRIMARY KEY (visitor, image_id);
