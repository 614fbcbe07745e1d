-- +goose Up
-- What shared caches are to drop: a row is written in the transaction that hides, removes, withdraws or restores a picture or a shared
-- video, and goes once the caches have been told. Rows of the same key are independent of each other.
CREATE TABLE purges (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key      uuid NOT NULL, -- of a publication or a video
    added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    next_at  timestamptz NOT NULL DEFAULT clock_timestamp(), -- when it is to be tried, or tried again
    failures int NOT NULL DEFAULT 0 -- since it succeeded last
);
CREATE INDEX purges_due ON purges (next_at);
CREATE INDEX purges_age ON purges (added_at);

-- Triggers, because programs of the last release hide and withdraw too while this one is being rolled out.
-- +goose StatementBegin
CREATE FUNCTION add_purge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO purges (key) VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER publications_purged AFTER UPDATE OF withdrawn_at, hidden_by ON publications FOR EACH ROW
    WHEN ((OLD.withdrawn_at, OLD.hidden_by) IS DISTINCT FROM (NEW.withdrawn_at, NEW.hidden_by)) EXECUTE FUNCTION add_purge();
CREATE TRIGGER videos_purged AFTER UPDATE OF hidden_at ON videos FOR EACH ROW
    WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at) EXECUTE FUNCTION add_purge();
CREATE TRIGGER videos_deleted_purged AFTER DELETE ON videos FOR EACH ROW
    WHEN (OLD.shared_at IS NOT NULL) EXECUTE FUNCTION add_purge();
