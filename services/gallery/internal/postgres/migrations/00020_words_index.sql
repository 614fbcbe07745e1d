-- +goose NO TRANSACTION
-- +goose Up
-- Searches use image_words_periods, and each picture still paid for this one.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS image_words_words;
RESET lock_timeout;
