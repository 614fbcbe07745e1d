-- +goose Up
-- Objects that are to be deleted, whose deletion is driven by these rows: one is written in the transaction that gives the object up, and
-- goes once the store has deleted it. A picture's name stands for its other widths too.
CREATE TABLE object_deletions (
    object_name text PRIMARY KEY,
    withdrawn   boolean NOT NULL, -- it was public: until it is gone, its address answers 410
    added_at    timestamptz NOT NULL DEFAULT now(),
    next_at     timestamptz NOT NULL DEFAULT now() -- when it is to be tried, or tried again
);
CREATE INDEX object_deletions_due ON object_deletions (next_at);
CREATE INDEX object_deletions_age ON object_deletions (added_at);
CREATE INDEX object_deletions_withdrawn ON object_deletions (object_name) WHERE withdrawn;

-- A trigger, because programs of the last release withdraw publications too while this one is being rolled out.
-- +goose StatementBegin
CREATE FUNCTION delete_withdrawn_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO object_deletions (object_name, withdrawn) VALUES (NEW.object_name, true) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER publications_withdrawn AFTER UPDATE OF withdrawn_at, hidden_by ON publications FOR EACH ROW
    WHEN (NEW.withdrawn_at IS NOT NULL AND NEW.hidden_by IS NULL) EXECUTE FUNCTION delete_withdrawn_object();

-- Whether an artwork that is old enough to be forgotten was found to be published, and is kept for good: it is not looked at again.
ALTER TABLE artworks ADD COLUMN kept boolean NOT NULL DEFAULT false;

-- Where work that goes on over many passes is, so that a restart does not begin anew.
CREATE TABLE cursors (
    name  text PRIMARY KEY,
    place text NOT NULL
);
