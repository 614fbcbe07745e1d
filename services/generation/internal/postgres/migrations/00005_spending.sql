-- +goose Up
-- What a paid call was for and who was asked, for the days that operators look at; empty for older calls.
ALTER TABLE ai_calls
    ADD COLUMN kind  text NOT NULL DEFAULT '',
    ADD COLUMN model text NOT NULL DEFAULT '';
CREATE INDEX ai_calls_days ON ai_calls (sent_at);
