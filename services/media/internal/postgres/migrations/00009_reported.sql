-- +goose Up
-- What operators look at: the most reported first, and what was said of it.
CREATE INDEX publications_reported ON publications (open_reports DESC, id DESC) WHERE open_reports > 0;
CREATE INDEX reports_open ON reports (publication_id, created_at DESC) WHERE settled_at IS NULL;
