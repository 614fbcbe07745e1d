-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age: where jobs came from, and lanes without jobs. Writers go on meanwhile. An index whose build
-- was interrupted is there and of no use.
-- +goose StatementBegin
DO $$
DECLARE
    index text;
BEGIN
    FOREACH index IN ARRAY ARRAY['jobs_origins', 'job_lanes_age'] LOOP
        IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(index) AND NOT indisvalid) THEN
            EXECUTE format('DROP INDEX %I', index);
        END IF;
    END LOOP;
END $$;
-- +goose StatementEnd
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_origins ON jobs (finished_at) WHERE lane <> '';
CREATE INDEX CONCURRENTLY IF NOT EXISTS job_lanes_age ON job_lanes (served_at);
RESET lock_timeout;
