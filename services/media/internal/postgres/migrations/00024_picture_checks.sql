-- +goose Up
-- What is known of a publication's picture: '' before there was a check, for the operators' own, and where nobody judges; else passed
-- or flagged; due when it is public and judged later, held when it is not public before it is judged. Who hid it may be the check.
ALTER TABLE publications
    ADD COLUMN picture_check       text NOT NULL DEFAULT ''
        CONSTRAINT publications_picture_check CHECK (picture_check IN ('', 'passed', 'flagged', 'due', 'held')),
    ADD COLUMN picture_check_at    timestamptz,              -- when it is to be judged, or judged again
    ADD COLUMN picture_check_tries smallint NOT NULL DEFAULT 0;

ALTER TABLE publications DROP CONSTRAINT publications_hidden_by;
ALTER TABLE publications
    ADD CONSTRAINT publications_hidden_by CHECK (hidden_by IN ('operator', 'reports', 'check')) NOT VALID;
