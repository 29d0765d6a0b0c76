-- svc: phase=expand
-- The total under the filters `minAmount` and `maxAmount` beside `status`, alone and with `walletId`: what bank.amount_tally
-- counts of all lines, of the lines of each status but `unmatched`, which are all that is left. So an import counts nothing
-- here, and who matches lines does not wait for it. With dates beside, lines are counted one by one.
CREATE TABLE bank.amount_status_tally (
    company_id uuid NOT NULL,
    level smallint NOT NULL,
    node bigint NOT NULL,
    wallet_id uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    lines bigint NOT NULL,
    CONSTRAINT amount_status_tally_pkey PRIMARY KEY (company_id, level, node, wallet_id, status)
) WITH (fillfactor = 80);
COMMENT ON TABLE bank.amount_status_tally IS
    'Number of bank lines that wait no more by amount, in nodes of sixteen nodes of the level below, wallet and status.';
ALTER TABLE bank.amount_status_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.amount_status_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.amount_status_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

CREATE FUNCTION bank.count_new_lines_of_states() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.amount_status_tally AS a (company_id, level, node, wallet_id, status, lines)
        SELECT company_id, level, amount >> (4 * level), wallet_id, status, count(*)
          FROM added, generate_series(0, 8) AS level WHERE status <> 'unmatched' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT amount_status_tally_pkey DO UPDATE SET lines = a.lines + EXCLUDED.lines;
    RETURN NULL;
END
$$;
CREATE FUNCTION bank.count_moved_lines_of_states() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.amount_status_tally AS a (company_id, level, node, wallet_id, status, lines)
        SELECT company_id, level, amount >> (4 * level), wallet_id, status, sum(n)
          FROM (SELECT company_id, amount, wallet_id, status, 1 AS n FROM after_it
                UNION ALL SELECT company_id, amount, wallet_id, status, -1 FROM before_it) m,
               generate_series(0, 8) AS level
         WHERE status <> 'unmatched' GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT amount_status_tally_pkey DO UPDATE SET lines = a.lines + EXCLUDED.lines;
    RETURN NULL;
END
$$;
CREATE TRIGGER count_new_lines_of_states AFTER INSERT ON bank.line REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION bank.count_new_lines_of_states();
CREATE TRIGGER count_moved_lines_of_states AFTER UPDATE ON bank.line
    REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
    FOR EACH STATEMENT EXECUTE FUNCTION bank.count_moved_lines_of_states();

-- Filter `status` with `walletId`, and amounts beside: a wallet in which little waits is not looked for among all that does.
CREATE INDEX line_wallet_status_date_amount ON bank.line (company_id, wallet_id, status, booked_at, id) INCLUDE (amount);
