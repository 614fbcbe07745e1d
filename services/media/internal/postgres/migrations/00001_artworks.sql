-- +goose Up
CREATE TABLE artworks (
    id          uuid PRIMARY KEY,
    visitor     text NOT NULL,
    type        text NOT NULL CONSTRAINT artworks_type CHECK (type IN ('meme', 'pfp', 'art')),
    prompt      text NOT NULL,
    action      text NOT NULL,
    scene       text NOT NULL,
    style       text NOT NULL,
    object_name text NOT NULL,
    created_at  timestamptz NOT NULL
);

CREATE TABLE publications (
    id              uuid PRIMARY KEY,
    artwork_id      uuid NOT NULL REFERENCES artworks,
    visitor         text NOT NULL,
    idempotency_key text NOT NULL,
    input_hash      bytea NOT NULL,
    overlays        jsonb NOT NULL,
    signature       text,
    caption         text,
    object_name     text NOT NULL,
    created_at      timestamptz NOT NULL,
    CONSTRAINT publications_intent UNIQUE (visitor, idempotency_key)
);
