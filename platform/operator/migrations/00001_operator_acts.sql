-- +goose Up
-- Services' own migrations made this table before this one did: what is there stays.

-- What operators did here. A row is written with its effect and outlives what it was about.
CREATE TABLE IF NOT EXISTS operator_acts (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    operator   text NOT NULL,
    act        text NOT NULL,
    subject    text NOT NULL,
    note       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- +goose StatementBegin
DO $$
DECLARE
    missing text;
BEGIN
    SELECT string_agg(concat_ws(' ', col, typ), ', ') INTO missing
    FROM (VALUES ('id', 'uuid'), ('operator', 'text'), ('act', 'text'), ('subject', 'text'), ('note', 'text'),
        ('created_at', 'timestamp with time zone')) AS want (col, typ)
    WHERE NOT EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('operator_acts') AND attname = col AND format_type(atttypid, atttypmod) = typ AND NOT attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'no release of this program made the table operator_acts of this database: it has no %', missing;
    END IF;
END $$;
-- +goose StatementEnd

CREATE INDEX IF NOT EXISTS operator_acts_newest ON operator_acts (created_at DESC, id DESC);
