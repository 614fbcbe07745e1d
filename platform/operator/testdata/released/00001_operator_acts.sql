-- +goose Up
-- What operators did here. A row is written with its effect and outlives what it was about.
CREATE TABLE operator_acts (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    operator   text NOT NULL,
    act        text NOT NULL,
    subject    text NOT NULL,
    note       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX operator_acts_newest ON operator_acts (created_at DESC, id DESC);
