-- +goose NO TRANSACTION
-- +goose Up
-- The audit by operator, by act, by case and by time. An attempt that was interrupted leaves an invalid index, so each is dropped first.
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_operator;
CREATE INDEX CONCURRENTLY audit_entries_operator ON audit_entries (operator, number);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_act;
CREATE INDEX CONCURRENTLY audit_entries_act ON audit_entries (act, number);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_case;
CREATE INDEX CONCURRENTLY audit_entries_case ON audit_entries (case_id, number);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_time;
CREATE INDEX CONCURRENTLY audit_entries_time ON audit_entries (created_at);
RESET lock_timeout;
