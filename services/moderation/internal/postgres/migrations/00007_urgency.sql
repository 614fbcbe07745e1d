-- +goose NO TRANSACTION
-- +goose Up
-- Open cases are listed by when they are due. What a pod of the last release opens has the default and comes first. An attempt that was
-- interrupted leaves an invalid index, so each is dropped first.
ALTER TABLE cases ADD COLUMN IF NOT EXISTS urgency bigint NOT NULL DEFAULT 253402300800000; -- milliseconds from when it is due to the year 10000
UPDATE cases SET urgency = 253402300800000 - (extract(epoch FROM updated_at) * 1000)::bigint WHERE is_open AND urgency = 253402300800000;
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS cases_urgent;
CREATE INDEX CONCURRENTLY cases_urgent ON cases (urgency DESC, id DESC) WHERE is_open;
DROP INDEX CONCURRENTLY IF EXISTS cases_maker_device;
CREATE INDEX CONCURRENTLY cases_maker_device ON cases (maker_device, updated_at DESC, id DESC) WHERE maker_device <> '';
DROP INDEX CONCURRENTLY IF EXISTS cases_maker_account;
CREATE INDEX CONCURRENTLY cases_maker_account ON cases (maker_account, updated_at DESC, id DESC) WHERE maker_account <> '';
RESET lock_timeout;
