-- +goose Up
-- Whose a picture is and what it was made from, as media says: the account that signed with its handle, that handle as it was then, and
-- the parent. Null for none, for what is older, and for what a program of the last release adds while this one is being rolled out.
ALTER TABLE generated_images
    ADD COLUMN account   text,
    ADD COLUMN handle    text,
    ADD COLUMN parent_id uuid,
    DROP CONSTRAINT generated_images_type,
    -- validated by the next migration, beside readers and writers
    ADD CONSTRAINT generated_images_type CHECK (type IN ('meme', 'pfp', 'art', 'video')) NOT VALID;

-- Accounts that published under their handle, or said what it is. Of several facts about one the highest version holds; 0 is a
-- publication's, which says the handle and nothing else. Two accounts may have one handle for as long as the fact of the first one's new
-- handle is on its way: it is the later one's.
CREATE TABLE authors (
    account    text PRIMARY KEY,
    handle     text NOT NULL,
    is_private boolean NOT NULL DEFAULT false,
    version    bigint NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL,
    candle_id  uuid -- the portrait that the account chose for its profile
);
CREATE INDEX authors_handle ON authors (lower(handle));

-- What lists by likes are ordered by. Not in generated_images: an index of its likes would make every like write to all its indexes.
-- These rows follow within seconds.
CREATE TABLE image_ranks (
    image_id   uuid PRIMARY KEY,
    type       text NOT NULL,
    style      text NOT NULL,
    created_at timestamptz NOT NULL,
    likes      bigint NOT NULL, -- as wide as what lists by likes go on behind
    trending   bigint NOT NULL
);
CREATE INDEX image_ranks_top ON image_ranks (type, likes DESC, image_id DESC);
CREATE INDEX image_ranks_top_style ON image_ranks (type, style, likes DESC, image_id DESC);
CREATE INDEX image_ranks_trending ON image_ranks (type, trending DESC, image_id DESC);
CREATE INDEX image_ranks_trending_style ON image_ranks (type, style, trending DESC, image_id DESC);
CREATE INDEX image_ranks_recent ON image_ranks (type, created_at DESC) INCLUDE (style, likes, image_id);

-- The words that searches find a picture by. A search reads the index of words without a list of what is still to be put into it, so
-- that each takes as long as any other.
CREATE TABLE image_words (
    image_id   uuid PRIMARY KEY,
    type       text NOT NULL,
    style      text NOT NULL,
    created_at timestamptz NOT NULL,
    words      tsvector NOT NULL
);
CREATE INDEX image_words_words ON image_words USING gin (words) WITH (fastupdate = off);
CREATE INDEX image_words_newest ON image_words (type, created_at DESC, image_id DESC);

-- Every word that a picture was ever found by, for searches with a typing error.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE known_words (
    word text COLLATE "C" PRIMARY KEY
);
CREATE INDEX known_words_trigrams ON known_words USING gin (word gin_trgm_ops);
