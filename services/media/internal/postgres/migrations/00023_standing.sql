-- +goose Up
-- When this database got what a rule asks about: a device that published something before there were standings is settled.
CREATE TABLE upgrades (
    name text PRIMARY KEY,
    at   timestamptz NOT NULL DEFAULT now()
);
INSERT INTO upgrades (name) VALUES ('standing');
