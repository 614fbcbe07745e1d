-- +goose Up
-- Names and notes in decisions about nominations and entries that are gone: earlier releases left them when a name opted out or an entry
-- was deleted. A process of 1.0.0 that serves beside this version still leaves those of what it deletes; the statement may be repeated.
UPDATE decisions SET x_handle = '', note = '' WHERE x_handle || note <> '' AND nomination_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM nominations WHERE id = nomination_id)
    AND NOT EXISTS (SELECT FROM wall_entries WHERE id = nomination_id);
