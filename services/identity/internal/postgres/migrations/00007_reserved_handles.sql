-- +goose Up
-- Handles that no account may take, in lower case: those of the site itself, and what operators add. Who has one already keeps it.
CREATE TABLE reserved_handles (
    x_handle   text PRIMARY KEY CONSTRAINT reserved_handles_form CHECK (x_handle ~ '^@[a-z0-9_]{1,50}$'),
    created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO reserved_handles (x_handle) VALUES ('@mcwick'), ('@mcwickofficial'), ('@mcwick_official'), ('@realmcwick'), ('@themcwick'),
    ('@mcwickteam'), ('@mcwick_team'), ('@mcwicksupport'), ('@mcwick_support'), ('@mcwickadmin'), ('@mcwick_admin'), ('@admin'), ('@administrator'),
    ('@moderator'), ('@mod'), ('@operator'), ('@official'), ('@support'), ('@root'), ('@system');
