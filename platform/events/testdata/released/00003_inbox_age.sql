-- +goose Up
CREATE INDEX inbox_age ON inbox (time);
