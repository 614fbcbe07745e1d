-- +goose Up
-- What a check found on a picture, for operators, until the moderation service has it as a case.
ALTER TABLE publications ADD COLUMN picture_finding text NOT NULL DEFAULT '';
