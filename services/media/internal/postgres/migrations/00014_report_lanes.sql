-- +goose Up
-- Where a report comes from, a keyed hash of the network, empty when that is not known or was forgotten; and whether it counts towards
-- hiding. Reports of the release before count, as one network.
ALTER TABLE reports
    ADD COLUMN lane   text NOT NULL DEFAULT '',
    ADD COLUMN counts boolean NOT NULL DEFAULT true;
CREATE INDEX reports_lane ON reports (created_at) WHERE lane <> '';

-- When an operator last left a publication up, or restored it: from then on reports alone do not hide it. Until now only the audit
-- knew.
ALTER TABLE publications ADD COLUMN cleared_at timestamptz;
UPDATE publications SET cleared_at = cleared.at
FROM (SELECT subject, max(created_at) AS at FROM operator_acts WHERE act IN ('restore-picture', 'dismiss-reports') GROUP BY subject) cleared
WHERE subject = publications.id::text;
