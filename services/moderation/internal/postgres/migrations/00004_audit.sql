-- +goose Up
-- Content decisions as a chain of hashes (services/moderation/api/audit). What may be about a person is the payload, which has a row of
-- its own and can be forgotten. There is no foreign key between the two: its check would need the right to update.
CREATE TABLE audit_entries (
    number     bigint PRIMARY KEY CONSTRAINT audit_entries_number CHECK (number > 0),
    created_at timestamptz NOT NULL,
    operator   text NOT NULL,  -- empty when reports alone decided
    act        text NOT NULL,
    case_id    text NOT NULL,
    digest     bytea NOT NULL CONSTRAINT audit_entries_digest CHECK (octet_length(digest) = 32), -- SHA-256 of the payload
    previous   bytea NOT NULL CONSTRAINT audit_entries_previous CHECK (octet_length(previous) = 32),
    hash       bytea NOT NULL CONSTRAINT audit_entries_hash CHECK (octet_length(hash) = 32)
);

CREATE TABLE audit_payloads (
    number  bigint PRIMARY KEY,
    payload bytea NOT NULL
);

-- The role that the service logs in with, which is this one, may add entries and read them. It owns the tables, so it could give itself the
-- rights back; that is a statement of its own, which no call of the service makes.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM CURRENT_USER;
REVOKE UPDATE, TRUNCATE ON audit_payloads FROM CURRENT_USER;
