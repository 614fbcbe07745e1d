-- +goose Up
CREATE TABLE candles (id integer PRIMARY KEY, wax integer NOT NULL CONSTRAINT candles_wax CHECK (wax >= 0));
INSERT INTO candles VALUES (1, 10), (2, 10);
