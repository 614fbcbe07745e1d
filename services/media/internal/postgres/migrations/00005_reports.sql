-- +goose Up
-- Who took a publication out of the public when it was not its visitor: an operator, or reports alone. Null while it is public, and
-- when its visitor withdrew it. The bytes of what is hidden stay.
ALTER TABLE publications
    ADD COLUMN hidden_by    text CONSTRAINT publications_hidden_by CHECK (hidden_by IN ('operator', 'reports')),
    ADD COLUMN open_reports integer NOT NULL DEFAULT 0, -- how many nobody has looked at; follows the table reports
    ADD CONSTRAINT publications_hidden_is_withdrawn CHECK (hidden_by IS NULL OR withdrawn_at IS NOT NULL);

CREATE INDEX publications_hidden ON publications (id) WHERE hidden_by IS NOT NULL;

-- What devices have against publications, one report each.
CREATE TABLE reports (
    publication_id uuid NOT NULL REFERENCES publications,
    visitor        text NOT NULL,
    reason         text NOT NULL CONSTRAINT reports_reason CHECK (reason IN ('spam', 'offensive', 'person', 'copyright', 'other')),
    note           text NOT NULL CONSTRAINT reports_note CHECK (char_length(note) <= 400),
    created_at     timestamptz NOT NULL,
    settled_at     timestamptz, -- when somebody looked; null while it is open
    CONSTRAINT reports_once PRIMARY KEY (publication_id, visitor)
);
