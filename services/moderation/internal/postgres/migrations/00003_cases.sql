-- +goose Up
-- What is known about content that was reported or decided on, one row for each subject. Its owner's id of it is no foreign key: the
-- content is in another service's database.
CREATE TABLE cases (
    id            uuid PRIMARY KEY,
    kind          text NOT NULL CONSTRAINT cases_kind
        CHECK (kind IN ('picture', 'video', 'wall_entry', 'nomination', 'handle', 'account', 'place')),
    subject       uuid NOT NULL,
    text          text NOT NULL,          -- what it says; empty 30 days after the case was closed
    object_name   text NOT NULL,          -- may be empty
    maker_device  text NOT NULL,          -- may be empty, and is with the text
    maker_account text NOT NULL,          -- the same
    status        text NOT NULL DEFAULT 'public' CONSTRAINT cases_status
        CHECK (status IN ('public', 'hidden_automatically', 'hidden', 'removed')), -- as the last decision says
    version       integer NOT NULL DEFAULT 0, -- how many decisions there are
    cleared_at    timestamptz,            -- when an operator last left it public or restored it: reports alone do not hide it
    is_open       boolean NOT NULL,       -- it waits for an operator
    open_signals  integer NOT NULL DEFAULT 0,
    weight        bigint NOT NULL DEFAULT 0, -- of the open signals and the open appeal, in thousandths
    report_weight bigint NOT NULL DEFAULT 0, -- of the open reports alone
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT cases_subject UNIQUE (kind, subject)
);
CREATE INDEX cases_open ON cases (weight DESC, id DESC) WHERE is_open;
CREATE INDEX cases_newest ON cases (updated_at DESC, id DESC);
CREATE INDEX cases_texts ON cases (updated_at) WHERE NOT is_open AND text || maker_device || maker_account <> '';

-- Why to look at a subject. Each device counts once for a subject, and so does each check.
CREATE TABLE signals (
    case_id    uuid NOT NULL REFERENCES cases,
    kind       text NOT NULL CONSTRAINT signals_kind CHECK (kind IN ('report', 'verdict', 'takedown')),
    source     text NOT NULL,             -- the device, or the check
    lane       text NOT NULL,             -- the network, a keyed hash; empty when unknown, and after 7 days
    reason     text NOT NULL,
    note       text NOT NULL,             -- empty 30 days after the decision
    x_handle   text NOT NULL,             -- of a takedown request; empty with the note
    weight     bigint NOT NULL,           -- in thousandths
    created_at timestamptz NOT NULL,
    closed_at  timestamptz,               -- null while it is open
    CONSTRAINT signals_once PRIMARY KEY (case_id, kind, source)
);
CREATE INDEX signals_open ON signals (case_id, created_at DESC) WHERE closed_at IS NULL;
CREATE INDEX signals_open_lane ON signals (lane, case_id) WHERE closed_at IS NULL AND lane <> '';
CREATE INDEX signals_lanes ON signals (created_at) WHERE lane <> '';
CREATE INDEX signals_notes ON signals (closed_at) WHERE note || x_handle <> '';

-- How often reports of a device were right or wrong.
CREATE TABLE reporters (
    device     text PRIMARY KEY,
    upheld     integer NOT NULL,
    wrong      integer NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reporters_age ON reporters (updated_at);

-- What was decided about a subject.
CREATE TABLE decisions (
    id             uuid PRIMARY KEY,
    case_id        uuid NOT NULL REFERENCES cases,
    version        integer NOT NULL,
    action         text NOT NULL CONSTRAINT decisions_action CHECK (action IN ('leave', 'hide', 'remove', 'restore')),
    reason         text NOT NULL,         -- as the maker sees it
    message        text NOT NULL,         -- to the maker
    note           text NOT NULL,         -- to operators
    operator       text NOT NULL,         -- empty when reports alone decided
    answers_appeal boolean NOT NULL,
    created_at     timestamptz NOT NULL,
    applied_at     timestamptz,           -- null while it is not yet applied
    outcome        text NOT NULL DEFAULT '',
    CONSTRAINT decisions_version UNIQUE (case_id, version)
);
CREATE INDEX decisions_unapplied ON decisions (created_at) WHERE applied_at IS NULL;

-- What makers have against decisions, once each.
CREATE TABLE appeals (
    decision_id uuid PRIMARY KEY REFERENCES decisions,
    case_id     uuid NOT NULL REFERENCES cases,
    text        text NOT NULL,            -- empty a year after the answer
    created_at  timestamptz NOT NULL DEFAULT now(),
    answered_at timestamptz
);
CREATE UNIQUE INDEX appeals_open ON appeals (case_id) WHERE answered_at IS NULL;
CREATE INDEX appeals_newest ON appeals (case_id, created_at DESC);
CREATE INDEX appeals_texts ON appeals (answered_at) WHERE text <> '';

-- Which takedown requests were sent, so that a repeat is one.
CREATE TABLE intents (
    visitor         text NOT NULL,
    idempotency_key text NOT NULL,
    input_hash      bytea NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT intents_once PRIMARY KEY (visitor, idempotency_key)
);
CREATE INDEX intents_age ON intents (created_at);
