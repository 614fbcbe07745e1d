-- +goose Up
-- What operators wrote about pictures that were withdrawn or removed for good is deleted with their texts now, also of earlier ones.
UPDATE publication_decisions SET message = '' WHERE message <> '' AND
    EXISTS (SELECT FROM publications WHERE id = publication_id AND withdrawn_at IS NOT NULL AND hidden_by IS NULL);
