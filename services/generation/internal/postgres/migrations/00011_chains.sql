-- +goose Up
-- Which model of its chain a call asked, as provider/model; empty for calls of older releases. A job asks each model of a chain once,
-- but for a script, and for calls that were surely not taken.
ALTER TABLE ai_calls ADD COLUMN entry text NOT NULL DEFAULT '';
DROP INDEX ai_calls_once;
CREATE UNIQUE INDEX ai_calls_once ON ai_calls (job_id, entry) WHERE state <> 'failed' AND kind <> 'script';

-- What a job has booked never exceeds what it has reserved, whichever release makes the call: a job that was accepted without money, or that
-- asked another model before, may be claimed by a worker of a release that knows nothing of either.
-- +goose StatementBegin
CREATE FUNCTION check_call_is_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.price_micro_usd > 0 AND NEW.price_micro_usd
        + (SELECT coalesce(sum(price_micro_usd), 0) FROM ai_calls WHERE job_id = NEW.job_id AND state <> 'failed')
        > coalesce((SELECT micro_usd FROM reservations WHERE job_id = NEW.job_id), 0)
    THEN
        RAISE EXCEPTION 'a call of job % costs more than the job has reserved', NEW.job_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ai_calls_reserved';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER ai_calls_reserved BEFORE INSERT ON ai_calls FOR EACH ROW EXECUTE FUNCTION check_call_is_reserved();
