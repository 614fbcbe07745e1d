-- +goose Up
-- What is forgotten by its age.
CREATE INDEX inbox_age ON inbox (time);
