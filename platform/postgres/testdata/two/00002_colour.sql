-- +goose Up
ALTER TABLE candles ADD COLUMN colour text;
