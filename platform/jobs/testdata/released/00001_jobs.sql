-- +goose Up
CREATE TABLE jobs (
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
CREATE INDEX jobs_open ON jobs (id) WHERE state IN ('queued', 'running');
