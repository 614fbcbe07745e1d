-- +goose Up
-- What the moderation service decided: removed is hidden too, until nobody can appeal any more; check is for pictures that wait for
-- one. The rows that are there satisfy it, so none is read under the lock.
ALTER TABLE publications
    DROP CONSTRAINT publications_hidden_by,
    ADD CONSTRAINT publications_hidden_by CHECK (hidden_by IN ('operator', 'reports', 'removed', 'check')) NOT VALID;

-- What the maker of a publication is told about it, and says.
CREATE TABLE publication_decisions (
    publication_id uuid PRIMARY KEY REFERENCES publications,
    reason         text NOT NULL, -- why it is hidden; empty when it is not
    message        text NOT NULL, -- of an operator to the maker; may be empty
    decided_at     timestamptz NOT NULL,
    removed_at     timestamptz, -- null unless it is to be deleted
    appeal         text NOT NULL DEFAULT '', -- empty without one, and once it was forgotten
    appealed_at    timestamptz,
    answer         text NOT NULL DEFAULT '',
    answered_at    timestamptz
);
CREATE INDEX publication_decisions_removed ON publication_decisions (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX publication_decisions_appeals ON publication_decisions (appealed_at) WHERE appeal <> '';
