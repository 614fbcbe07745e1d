-- +goose Up
-- Facts that wait for the relay, written with the change they tell of. Rows live for milliseconds, so
-- the table is vacuumed by count.
CREATE TABLE outbox (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    topic    text NOT NULL,
    key      text NOT NULL,
    type     text NOT NULL,
    time     timestamptz NOT NULL,
    payload  bytea NOT NULL,
    trace    text NOT NULL
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
