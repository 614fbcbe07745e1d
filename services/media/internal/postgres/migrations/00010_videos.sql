-- +goose Up
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
