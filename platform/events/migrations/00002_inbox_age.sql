-- +goose NO TRANSACTION
-- +goose Up
-- What is forgotten by its age. Writers go on meanwhile. An index whose build was interrupted is there and of no use.
-- +goose StatementBegin
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('inbox_age') AND NOT indisvalid) THEN
        DROP INDEX inbox_age;
    END IF;
END $$;
-- +goose StatementEnd
SET lock_timeout = 0; -- it waits for older transactions, which wait for nothing of it
CREATE INDEX CONCURRENTLY IF NOT EXISTS inbox_age ON inbox (time);
RESET lock_timeout;
