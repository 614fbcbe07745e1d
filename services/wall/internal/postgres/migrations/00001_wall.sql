-- +goose Up
-- Who waits for operators. A nomination that is approved becomes an entry under the same id and leaves this table; one that is
-- rejected stays here for 30 days. Names are compared in small letters.
CREATE TABLE nominations (
    id                 uuid PRIMARY KEY,
    wall               text NOT NULL CONSTRAINT nominations_wall CHECK (wall IN ('flame', 'shame')),
    x_handle           text NOT NULL CONSTRAINT nominations_x_handle CHECK (x_handle ~ '^@[A-Za-z0-9_]{1,50}$'),
    reason             text NOT NULL CONSTRAINT nominations_reason CHECK (char_length(reason) BETWEEN 1 AND 400),
    is_self_nomination boolean NOT NULL,
    is_hodling         boolean,
    repeats            integer NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL DEFAULT now(),
    rejected_at        timestamptz
);

CREATE UNIQUE INDEX nominations_open ON nominations (wall, lower(x_handle)) WHERE rejected_at IS NULL;
CREATE INDEX nominations_queue ON nominations (created_at DESC, id DESC) WHERE rejected_at IS NULL;
CREATE INDEX nominations_rejected ON nominations (rejected_at) WHERE rejected_at IS NOT NULL;

-- Each nominating call by its client's name, so that a repeat is known whatever became of the first. It says nothing of the name.
CREATE TABLE nomination_intents (
    visitor         text NOT NULL,
    idempotency_key text NOT NULL,
    input_hash      bytea NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT nomination_intents_once PRIMARY KEY (visitor, idempotency_key)
);

CREATE INDEX nomination_intents_age ON nomination_intents (created_at);

-- Who is on which wall.
CREATE TABLE wall_entries (
    id         uuid PRIMARY KEY,
    wall       text NOT NULL CONSTRAINT wall_entries_wall CHECK (wall IN ('flame', 'shame')),
    x_handle   text NOT NULL CONSTRAINT wall_entries_x_handle CHECK (x_handle ~ '^@[A-Za-z0-9_]{1,50}$'),
    bio        text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX wall_entries_once ON wall_entries (wall, lower(x_handle));
CREATE INDEX wall_entries_newest ON wall_entries (wall, created_at DESC, id DESC);

-- Names that want to be on no wall, in small letters.
CREATE TABLE opt_outs (
    x_handle   text PRIMARY KEY CONSTRAINT opt_outs_x_handle CHECK (x_handle ~ '^@[a-z0-9_]{1,50}$'),
    created_at timestamptz NOT NULL DEFAULT now()
);

-- What operators did. A row is written with its effect and outlives what it was about.
CREATE TABLE decisions (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    operator      text NOT NULL,
    act           text NOT NULL CONSTRAINT decisions_act CHECK (act IN ('approve', 'reject', 'blank', 'withdraw', 'opt_out')),
    wall          text NOT NULL, -- empty for both
    x_handle      text NOT NULL, -- empty once a rejected nomination is forgotten
    nomination_id uuid,          -- and of the entry; none when a name opts out
    note          text NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX decisions_approved_once ON decisions (nomination_id, operator) WHERE act = 'approve';
CREATE INDEX decisions_nomination ON decisions (nomination_id);
CREATE INDEX decisions_newest ON decisions (created_at DESC, id DESC);
