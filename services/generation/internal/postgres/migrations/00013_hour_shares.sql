-- +goose Up
-- A day's budget is released by the hour, and what is released is shared by flow, lane and supernet. The release before takes no
-- notice of it: its reservations have no hour, and count in the day alone.

-- What was spent and reserved of a day when an hour of it began.
CREATE TABLE budget_hours (
    hour           timestamptz PRIMARY KEY,
    base_micro_usd bigint NOT NULL
);

-- What a flow, lane or supernet has of its last hour, reserved or paid, and when it last asked for money. One row of the level
-- standing has what settled devices have together.
CREATE TABLE budget_accounts (
    level          text COLLATE "C" NOT NULL CONSTRAINT budget_accounts_level CHECK (level IN ('flow', 'lane', 'standing', 'supernet')),
    key            text COLLATE "C" NOT NULL,
    lane           text COLLATE "C" NOT NULL, -- of a flow
    weight         double precision NOT NULL,
    asked_at       timestamptz NOT NULL,
    hour           timestamptz NOT NULL,
    used_micro_usd bigint NOT NULL,
    refused        integer NOT NULL,
    PRIMARY KEY (level, key)
);
CREATE INDEX budget_accounts_asked ON budget_accounts (level, asked_at) INCLUDE (weight);
CREATE INDEX budget_accounts_age ON budget_accounts (asked_at);

-- Whose accounts a reservation is in, of which hour.
ALTER TABLE reservations
    ADD COLUMN hour     timestamptz,
    ADD COLUMN flow     text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN lane     text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN supernet text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN standing text COLLATE "C" NOT NULL DEFAULT '';
