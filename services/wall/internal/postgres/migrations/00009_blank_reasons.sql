-- +goose Up
-- An operator may blank the reason of a nomination that waits. The rows that are there satisfy it, so none is read under the lock.
ALTER TABLE nominations DROP CONSTRAINT nominations_reason,
    ADD CONSTRAINT nominations_reason CHECK (char_length(reason) <= 400) NOT VALID;
