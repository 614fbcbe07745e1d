-- +goose Up
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    time     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);
