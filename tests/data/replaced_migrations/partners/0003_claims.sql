-- svc: phase=expand
-- Numbers that a transaction brings, from before it looks for them until it ends: another that brings the same waits at the
-- key. Each row is deleted right after it was inserted, so nobody ever reads one. An advisory lock for each number would do
-- the same, but the server has no room for as many locks as a file has rows.
CREATE TABLE partners.claim (
    company_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    CONSTRAINT partner_claim_pkey PRIMARY KEY (company_id, number)
);
COMMENT ON TABLE partners.claim IS 'Numbers that running transactions bring. Always empty. Bound policy.';
SELECT svc.company_table('partners.claim');
