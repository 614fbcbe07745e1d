-- +goose Up
-- Services' own migrations made these tables before this one did: what is there stays, and what is missing is added.

-- Events that wait for the relay, written with the change they tell of. Rows live for milliseconds, so
-- the table is vacuumed by count.
CREATE TABLE IF NOT EXISTS outbox (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    topic    text NOT NULL,
    key      text NOT NULL,
    type     text NOT NULL,
    time     timestamptz NOT NULL,
    payload  bytea NOT NULL,
    trace    text NOT NULL
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);

-- The events that had their effect, written with it.
CREATE TABLE IF NOT EXISTS inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    time     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
);

-- +goose StatementBegin
DO $$
DECLARE
    missing text;
BEGIN
    SELECT string_agg(concat_ws(' ', tab, col, typ), ', ') INTO missing
    FROM (VALUES ('outbox', 'id', 'bigint'), ('outbox', 'event_id', 'uuid'), ('outbox', 'topic', 'text'), ('outbox', 'key', 'text'),
        ('outbox', 'type', 'text'), ('outbox', 'time', 'timestamp with time zone'), ('outbox', 'payload', 'bytea'), ('outbox', 'trace', 'text'),
        ('inbox', 'consumer', 'text'), ('inbox', 'event_id', 'uuid'), ('inbox', 'time', 'timestamp with time zone')) AS want (tab, col, typ)
    WHERE NOT EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = to_regclass(tab) AND attname = col AND format_type(atttypid, atttypmod) = typ AND NOT attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'no release of this program made the tables outbox and inbox of this database: they have no %', missing;
    END IF;
END $$;
-- +goose StatementEnd
