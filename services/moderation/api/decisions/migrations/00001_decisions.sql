-- +goose Up
-- The newest decision about each subject that was applied here: an older one that comes later does nothing.
CREATE TABLE decision_versions (
    kind    text NOT NULL,
    subject uuid NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (kind, subject)
);

-- What the moderation service is still to be sent: decisions that were applied, and subjects that are gone.
CREATE TABLE decision_confirmations (
    id         uuid PRIMARY KEY, -- the decision, or the subject that is gone
    kind       text NOT NULL DEFAULT '', -- of a subject that is gone
    outcome    text NOT NULL DEFAULT '', -- of a decision
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX decision_confirmations_age ON decision_confirmations (created_at);
