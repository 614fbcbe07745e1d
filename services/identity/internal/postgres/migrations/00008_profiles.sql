-- +goose Up
-- What an account shows of itself, from its first change on. The version counts the changes of handle and visibility, so that consumers
-- know which of two events is the later one. A table of its own: a row of users ends with its key.
CREATE TABLE profiles (
    account    uuid PRIMARY KEY,
    is_private boolean NOT NULL DEFAULT false,
    version    bigint NOT NULL
);
