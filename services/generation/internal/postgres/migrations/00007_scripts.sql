-- +goose Up
-- A script may be asked for again after an answer that breaks a rule, or after none: it is cheap, and each attempt has a row.
DROP INDEX ai_calls_once;
CREATE UNIQUE INDEX ai_calls_once ON ai_calls (job_id) WHERE state <> 'failed' AND kind <> 'script';
