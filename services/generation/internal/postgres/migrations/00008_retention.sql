-- +goose Up
-- Jobs are forgotten after a while, the ledger's numbers stay.
ALTER TABLE ai_calls DROP CONSTRAINT ai_calls_job_id_fkey;
CREATE INDEX jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL;
