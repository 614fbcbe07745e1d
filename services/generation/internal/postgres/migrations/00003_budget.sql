-- +goose Up
-- What may be spent on a day, UTC. reserved + spent never exceeds budget: one conditional UPDATE keeps it.
CREATE TABLE budget_days (
    day                date PRIMARY KEY,
    budget_micro_usd   bigint NOT NULL,
    reserved_micro_usd bigint NOT NULL DEFAULT 0 CONSTRAINT budget_days_reserved CHECK (reserved_micro_usd >= 0),
    spent_micro_usd    bigint NOT NULL DEFAULT 0 CONSTRAINT budget_days_spent CHECK (spent_micro_usd >= 0)
);

-- What an accepted job may still cost, from its creation until it has ended and is settled.
CREATE TABLE reservations (
    job_id    uuid PRIMARY KEY REFERENCES jobs,
    day       date NOT NULL REFERENCES budget_days,
    micro_usd bigint NOT NULL CONSTRAINT reservations_price CHECK (micro_usd >= 0)
);
CREATE INDEX ai_calls_job ON ai_calls (job_id);
CREATE INDEX ai_calls_sent ON ai_calls (sent_at) WHERE state = 'sent';
