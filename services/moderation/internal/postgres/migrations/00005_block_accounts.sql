-- +goose Up
-- Accounts and handles may be blocked too.
ALTER TABLE blocks DROP CONSTRAINT blocks_kind, ADD CONSTRAINT blocks_kind CHECK (kind IN ('device', 'lane', 'range', 'account', 'handle'));
