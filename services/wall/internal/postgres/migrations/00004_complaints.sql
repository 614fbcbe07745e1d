-- +goose Up
-- What visitors want somebody to look at: reports of an entry, of which one waits at a time, and requests to take something down. Those
-- that are settled stay for 30 days.
CREATE TABLE complaints (
    id         uuid PRIMARY KEY,
    entry_id   uuid,          -- of a report; the entry may be gone by now
    wall       text NOT NULL, -- of that entry, empty in a request
    x_handle   text NOT NULL, -- of that entry, or of whom a request is about; may be empty
    reason     text NOT NULL CONSTRAINT complaints_reason CHECK (reason IN ('', 'spam', 'offensive', 'personal', 'other')),
    place      text NOT NULL CONSTRAINT complaints_place CHECK (char_length(place) <= 300),
    note       text NOT NULL CONSTRAINT complaints_note CHECK (char_length(note) <= 400),
    repeats    integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz
);

CREATE UNIQUE INDEX complaints_open ON complaints (entry_id) WHERE settled_at IS NULL AND entry_id IS NOT NULL;
CREATE INDEX complaints_queue ON complaints (created_at DESC, id DESC) WHERE settled_at IS NULL;
CREATE INDEX complaints_settled ON complaints (settled_at) WHERE settled_at IS NOT NULL;

-- Which device reported which entry, so that each counts once.
CREATE TABLE entry_reporters (
    entry_id   uuid NOT NULL,
    visitor    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (entry_id, visitor)
);

CREATE INDEX entry_reporters_age ON entry_reporters (created_at);

-- Pictures of those on a wall, and when to ask for them again. A row without an image says that there was none.
CREATE TABLE avatars (
    entry_id uuid PRIMARY KEY REFERENCES wall_entries ON DELETE CASCADE,
    image    bytea CONSTRAINT avatars_image CHECK (octet_length(image) <= 65536),
    next_at  timestamptz NOT NULL
);

ALTER TABLE decisions DROP CONSTRAINT decisions_act, ADD CONSTRAINT decisions_act
    CHECK (act IN ('approve', 'reject', 'blank', 'withdraw', 'opt_out', 'opt_in', 'settle'));

-- Not only nominations are handed in once. The view is for the code before this version; a later one drops it.
ALTER TABLE nomination_intents RENAME TO intents;
ALTER TABLE intents RENAME CONSTRAINT nomination_intents_once TO intents_once;
ALTER INDEX nomination_intents_age RENAME TO intents_age;
CREATE VIEW nomination_intents AS SELECT * FROM intents;
