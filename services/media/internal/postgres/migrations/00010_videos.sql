-- +goose Up
-- The row is the queue; platform/jobs says how it is used.
CREATE TABLE jobs (
    id              uuid PRIMARY KEY,
    kind            text NOT NULL,
    visitor         text NOT NULL,
    idempotency_key text NOT NULL,
    input_hash      bytea NOT NULL,
    input           jsonb NOT NULL,
    state           text NOT NULL DEFAULT 'queued'
        CONSTRAINT jobs_state CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    version         integer NOT NULL DEFAULT 1,
    attempt         integer NOT NULL DEFAULT 0,
    holder          uuid,
    lease_until     timestamptz,
    result          jsonb,
    error_code      text,
    error_message   text,
    trace           text NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    finished_at     timestamptz,
    lane            text NOT NULL DEFAULT '',
    started_at      timestamptz,
    ahead           integer,
    position        integer,
    estimate_ms     bigint,
    percent         integer NOT NULL DEFAULT 0 CONSTRAINT jobs_percent CHECK (percent BETWEEN 0 AND 100),
    CONSTRAINT jobs_intent UNIQUE (visitor, idempotency_key)
);
CREATE INDEX jobs_open ON jobs (id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at DESC) WHERE state = 'succeeded';
CREATE TABLE job_lanes (
    lane      text PRIMARY KEY,
    served_at timestamptz NOT NULL
);

-- What goes on behind videos. The row of one that was removed stays, so that a house template does not come back.
CREATE TABLE bictok_videos (
    id          uuid PRIMARY KEY,
    category    text NOT NULL CONSTRAINT bictok_videos_category CHECK (category IN ('subway', 'minecraft')),
    object_name text NOT NULL,
    created_at  timestamptz NOT NULL,
    removed_at  timestamptz
);

-- What was made. The id is the job's.
CREATE TABLE videos (
    id          uuid PRIMARY KEY,
    visitor     text NOT NULL,
    sound       uuid NOT NULL,
    category    text NOT NULL,
    pfp         text NOT NULL,
    description text NOT NULL,
    duration_ms integer NOT NULL CONSTRAINT videos_duration CHECK (duration_ms > 0),
    created_at  timestamptz NOT NULL,
    shared_at   timestamptz
);
CREATE INDEX videos_sound ON videos (sound);
CREATE INDEX videos_unshared ON videos (created_at) WHERE shared_at IS NULL;
