-- +goose Up
-- A row is a pair of public keys; a private one is nowhere. Who changes keys keeps the account, and the old row stays so that its key
-- never opens anything again.
CREATE TABLE users (
    public_key    text PRIMARY KEY CONSTRAINT users_public_key CHECK (public_key ~ '^[0-9a-f]{64}$'),
    verify_key    bytea NOT NULL CONSTRAINT users_verify_key_once UNIQUE CHECK (length(verify_key) = 32),
    account       uuid NOT NULL,
    x_handle      text NOT NULL CONSTRAINT users_x_handle CHECK (x_handle ~ '^@[A-Za-z0-9_]{1,50}$'),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_login    timestamptz NOT NULL DEFAULT now(), -- proven ones only
    superseded_by text REFERENCES users DEFERRABLE INITIALLY DEFERRED
);

CREATE UNIQUE INDEX users_handle_once ON users (lower(x_handle)) WHERE superseded_by IS NULL;
CREATE UNIQUE INDEX users_account_once ON users (account) WHERE superseded_by IS NULL;

-- The id is the SHA-256 of what the browser has.
CREATE TABLE sessions (
    id         text PRIMARY KEY,
    account    uuid NOT NULL,
    assurance  text NOT NULL CONSTRAINT sessions_assurance CHECK (assurance IN ('claimed', 'proven')),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen  timestamptz NOT NULL DEFAULT now() -- to the hour
);

CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_last_seen ON sessions (last_seen);

-- Challenges that were answered, until they expire: each is good for one try.
CREATE TABLE used_challenges (
    hash       bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

-- The account that a device proved first.
CREATE TABLE device_links (
    visitor   text PRIMARY KEY,
    account   uuid NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE early_access_users (
    x_handle   text NOT NULL CONSTRAINT early_access_x_handle CHECK (x_handle ~ '^@[A-Za-z0-9_]{1,50}$'),
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX early_access_once ON early_access_users (lower(x_handle));
