-- svc: phase=expand
-- Hosts that serve this database, so that each allows its share of a caller's requests. Lost with a crash of the database,
-- and written again within seconds.
CREATE UNLOGGED TABLE svc.live_host (
    id uuid PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
COMMENT ON TABLE svc.live_host IS 'Hosts and when they were last heard of, by the clock of the database.';
