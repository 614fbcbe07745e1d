-- +goose Up
-- Jobs take turns by flow, lane and supernet. The release before sets none of the new columns and takes no notice of the new
-- tables: a job without a flow has its lane for one, and a job without a supernet is under none.

ALTER TABLE jobs
    ADD COLUMN flow            text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN supernet        text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN standing        text NOT NULL DEFAULT '',
    ADD COLUMN lane_weight     double precision NOT NULL DEFAULT 4 CONSTRAINT jobs_lane_weight CHECK (lane_weight > 0),
    ADD COLUMN supernet_weight double precision NOT NULL DEFAULT 16 CONSTRAINT jobs_supernet_weight CHECK (supernet_weight > 0);

-- The virtual clock, and how many jobs were claimed by it. There is at most one row.
CREATE TABLE job_clock (
    id     boolean PRIMARY KEY DEFAULT true CONSTRAINT job_clock_one CHECK (id),
    time   double precision NOT NULL,
    claims bigint NOT NULL
);

-- When, by the virtual clock, what a flow, lane or supernet has been served is used up.
CREATE TABLE job_turns (
    level     text NOT NULL CONSTRAINT job_turns_level CHECK (level IN ('flow', 'lane', 'supernet')),
    key       text COLLATE "C" NOT NULL,
    finish    double precision NOT NULL,
    cost      double precision NOT NULL, -- of the last job: 1 / weight
    served_at timestamptz NOT NULL,
    PRIMARY KEY (level, key)
);
CREATE INDEX job_turns_age ON job_turns (served_at);

-- Which flows of a network have shown some evidence for being people, and when they last asked for a job.
CREATE TABLE job_evidence (
    lane     text COLLATE "C" NOT NULL,
    flow     text COLLATE "C" NOT NULL,
    supernet text COLLATE "C" NOT NULL,
    asked_at timestamptz NOT NULL,
    PRIMARY KEY (lane, flow)
);
CREATE INDEX job_evidence_lane ON job_evidence (lane, asked_at);
CREATE INDEX job_evidence_supernet ON job_evidence (supernet, asked_at);
CREATE INDEX job_evidence_age ON job_evidence (asked_at);
