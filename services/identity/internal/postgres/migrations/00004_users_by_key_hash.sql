-- +goose Up
-- A user is found by a hash of the public key, so that a page need not send a text that may be a private key.
CREATE INDEX users_public_key_hash ON users (sha256(public_key::bytea));
