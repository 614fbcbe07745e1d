-- +goose Up
-- What was hidden without an operator waits for one. The last release closed such cases when an operator dismissed their reports: they
-- are due a day after they were hidden. A case on which an operator decided stays closed.
UPDATE cases SET is_open = true, updated_at = now(),
    urgency = 253402300800000 - (extract(epoch FROM d.created_at + interval '1 day') * 1000)::bigint
FROM decisions d
WHERE d.case_id = cases.id AND d.version = cases.version AND d.operator = ''
    AND cases.status = 'hidden_automatically' AND NOT cases.is_open;
