-- +goose Up
-- Jobs are forgotten after a while, the ledger's numbers stay.
ALTER TABLE ai_calls DROP CONSTRAINT ai_calls_job_id_fkey;
