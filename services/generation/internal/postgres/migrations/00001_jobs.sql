-- +goose Up
-- Every paid call, committed before it is made. A job has at most one that reached the provider.
CREATE TABLE ai_calls (
    id              uuid PRIMARY KEY,
    job_id          uuid NOT NULL REFERENCES jobs,
    price_micro_usd bigint NOT NULL CONSTRAINT ai_calls_price CHECK (price_micro_usd >= 0),
    state           text NOT NULL CONSTRAINT ai_calls_state CHECK (state IN ('sent', 'settled', 'failed', 'unknown')),
    sent_at         timestamptz NOT NULL DEFAULT now(),
    ended_at        timestamptz
);
CREATE UNIQUE INDEX ai_calls_once ON ai_calls (job_id) WHERE state <> 'failed';
