-- +goose Up
-- What operators have the public edge refuse: one row, which every change locks. The version is another one after each change, also after
-- the database was restored to a moment before it.
CREATE TABLE policy (
    only_row           boolean PRIMARY KEY DEFAULT true CONSTRAINT policy_only_row CHECK (only_row),
    version            uuid NOT NULL DEFAULT gen_random_uuid(),
    lockdown_until     timestamptz, -- null, or past, while there is none
    lockdown_since     timestamptz,
    lockdown_reason    text NOT NULL DEFAULT '',
    lockdown_operator  text NOT NULL DEFAULT ''
);

INSERT INTO policy DEFAULT VALUES;
