-- +goose Up
-- A held picture is hidden from its insertion on, and processes that do not know it yet let shared caches keep it.
CREATE TRIGGER publications_held_purged AFTER INSERT ON publications FOR EACH ROW
    WHEN (NEW.hidden_by IS NOT NULL) EXECUTE FUNCTION add_purge();
