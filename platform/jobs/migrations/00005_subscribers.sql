-- +goose Up
-- Who of a lane's a flow belongs to: one IPv4 address or one /48 of IPv6, hashed. Empty for what a program of the last
-- release adds, and for what is older; such rows are deleted after two hours.
ALTER TABLE job_evidence ADD COLUMN subscriber text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX job_evidence_subscriber ON job_evidence (lane, subscriber, asked_at);
