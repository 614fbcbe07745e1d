-- +goose Up
-- What is forgotten by its age: artworks that were never published, and the notes of settled reports.
CREATE INDEX artworks_age ON artworks (created_at);
CREATE INDEX publications_artwork ON publications (artwork_id);
CREATE INDEX reports_settled ON reports (settled_at) WHERE note <> '';
