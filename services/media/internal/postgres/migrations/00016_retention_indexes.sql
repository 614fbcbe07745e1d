-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age. Writers go on meanwhile; an index whose build was
-- interrupted is there and of no use, so a repeat begins with dropping it.
DROP INDEX CONCURRENTLY IF EXISTS inbox_age;
CREATE INDEX CONCURRENTLY inbox_age ON inbox (time);
DROP INDEX CONCURRENTLY IF EXISTS jobs_origins;
CREATE INDEX CONCURRENTLY jobs_origins ON jobs (finished_at) WHERE lane <> '';
DROP INDEX CONCURRENTLY IF EXISTS job_lanes_age;
CREATE INDEX CONCURRENTLY job_lanes_age ON job_lanes (served_at);
