-- +goose Up
-- Likes of devices that are not settled. A deferred like belongs to its visitor like any other, and joins the count of its picture when
-- its device settles. Likes from before, and those of the last release while this one is rolled out, count. That release's recount, an
-- act of operators, counts deferred likes too: repeat it with this one.
ALTER TABLE likes
    ADD COLUMN counted boolean NOT NULL DEFAULT true;

-- How many likes of devices that were not settled came from a lane at a picture; the first of them count at once. Whoever writes a row
-- holds the lock of its picture.
CREATE TABLE lane_likes (
    image_id   uuid NOT NULL,
    lane       text NOT NULL,
    likes      integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lane_likes_once PRIMARY KEY (image_id, lane)
);
CREATE INDEX lane_likes_age ON lane_likes (created_at);

-- When this database got what a rule asks about: a device that liked something before there were standings is settled.
CREATE TABLE upgrades (
    name text PRIMARY KEY,
    at   timestamptz NOT NULL DEFAULT now()
);
INSERT INTO upgrades (name) VALUES ('standing');
