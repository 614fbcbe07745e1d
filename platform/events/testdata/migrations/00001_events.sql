-- +goose Up
CREATE TABLE outbox (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    topic    text NOT NULL,
    key      text NOT NULL,
    type     text NOT NULL,
    time     timestamptz NOT NULL,
    payload  bytea NOT NULL,
    trace    text NOT NULL
);
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    time     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);
CREATE TABLE effects (
    key   text NOT NULL,
    event uuid NOT NULL,
    n     bigint GENERATED ALWAYS AS IDENTITY
);
