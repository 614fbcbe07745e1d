-- +goose Up
-- Services' own migrations made these tables before this one did, in several shapes: what is there stays, and what is missing is added.

CREATE TABLE IF NOT EXISTS jobs (
    id              uuid PRIMARY KEY,
    kind            text NOT NULL,
    visitor         text NOT NULL,
    idempotency_key text NOT NULL,
    input_hash      bytea NOT NULL,
    input           jsonb NOT NULL,
    state           text NOT NULL DEFAULT 'queued'
        CONSTRAINT jobs_state CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    version         integer NOT NULL DEFAULT 1,
    attempt         integer NOT NULL DEFAULT 0,
    holder          uuid,
    lease_until     timestamptz,
    result          jsonb,
    error_code      text,
    error_message   text,
    trace           text NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    finished_at     timestamptz,
    CONSTRAINT jobs_intent UNIQUE (visitor, idempotency_key)
);

-- +goose StatementBegin
DO $$
DECLARE
    missing text;
BEGIN
    SELECT string_agg(concat_ws(' ', col, typ), ', ') INTO missing
    FROM (VALUES ('id', 'uuid'), ('kind', 'text'), ('visitor', 'text'), ('idempotency_key', 'text'), ('input_hash', 'bytea'), ('input', 'jsonb'),
        ('state', 'text'), ('version', 'integer'), ('attempt', 'integer'), ('holder', 'uuid'), ('lease_until', 'timestamp with time zone'),
        ('result', 'jsonb'), ('error_code', 'text'), ('error_message', 'text'), ('trace', 'text'),
        ('created_at', 'timestamp with time zone'), ('finished_at', 'timestamp with time zone')) AS want (col, typ)
    WHERE NOT EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('jobs') AND attname = col AND format_type(atttypid, atttypmod) = typ AND NOT attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'no release of this program made the table jobs of this database: it has no %', missing;
    END IF;
END $$;
-- +goose StatementEnd

-- Lanes are served in turn; a waiting job knows its place, and what it was last shown; and how much of a running one is done.
ALTER TABLE jobs
    ADD COLUMN IF NOT EXISTS lane        text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS started_at  timestamptz,
    ADD COLUMN IF NOT EXISTS ahead       integer,
    ADD COLUMN IF NOT EXISTS position    integer,
    ADD COLUMN IF NOT EXISTS estimate_ms bigint,
    ADD COLUMN IF NOT EXISTS percent     integer NOT NULL DEFAULT 0 CONSTRAINT jobs_percent CHECK (percent BETWEEN 0 AND 100);

CREATE TABLE IF NOT EXISTS job_lanes (
    lane      text PRIMARY KEY,
    served_at timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS jobs_open ON jobs (id) WHERE state IN ('queued', 'running');
CREATE INDEX IF NOT EXISTS jobs_finished ON jobs (finished_at DESC) WHERE state = 'succeeded';
CREATE INDEX IF NOT EXISTS jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL; -- for retention
CREATE INDEX IF NOT EXISTS jobs_lane ON jobs (lane, created_at); -- what one lane asked for lately
