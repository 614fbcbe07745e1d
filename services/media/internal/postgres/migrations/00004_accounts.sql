-- +goose Up
-- Whose a publication is beside its device's, null for nobody's; and what a list shows of a picture. Publications from
-- before this have neither other widths nor a placeholder here, as the gallery has it with its oldest.
ALTER TABLE publications
    ADD COLUMN account     text CONSTRAINT publications_account CHECK (account <> ''),
    ADD COLUMN variants    jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN placeholder text NOT NULL DEFAULT '';

CREATE INDEX publications_of_visitor ON publications (visitor, created_at DESC, id DESC) WHERE withdrawn_at IS NULL;
CREATE INDEX publications_of_account ON publications (account, created_at DESC, id DESC) WHERE withdrawn_at IS NULL AND account IS NOT NULL;
