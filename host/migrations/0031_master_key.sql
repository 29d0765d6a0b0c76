-- svc: phase=expand
-- The master keys under which this database was written, so that it is never opened with another one by mistake.
CREATE TABLE svc.master_key (
    version integer PRIMARY KEY,
    fingerprint text COLLATE "C" NOT NULL,
    seen_at timestamptz NOT NULL
);
COMMENT ON TABLE svc.master_key IS 'A derived digest of each master key, not the key.';
