-- +goose NO TRANSACTION
-- +goose Up
-- An index of words by the period of four weeks of their picture: searches read it from the newest period on and stop when a page is full.
-- image_words_words stays for processes of the last release. The bodies are parsed now, so that a restored database finds what they call. The
-- second has a high cost because it is for the index to evaluate.
CREATE OR REPLACE FUNCTION period_of(at timestamptz) RETURNS int IMMUTABLE PARALLEL SAFE
    RETURN floor(extract(epoch FROM at - timestamptz '1970-01-01 00:00:00+00') / 2419200)::int;
CREATE OR REPLACE FUNCTION prefix_period(words tsvector, at timestamptz) RETURNS tsvector IMMUTABLE PARALLEL SAFE COST 1000
    RETURN array_to_tsvector(ARRAY(SELECT lpad(period_of(at)::text, 6, '0') || word FROM unnest(tsvector_to_array(words)) word));
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS image_words_periods;
CREATE INDEX CONCURRENTLY image_words_periods ON image_words USING gin (prefix_period(words, created_at)) WITH (fastupdate = off);
RESET lock_timeout;
