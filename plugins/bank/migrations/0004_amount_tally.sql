-- svc: phase=expand
-- Lists of lines by amount and of statements, whose number of rows costs the same at any size.
--
-- The total under the filters `minAmount` and `maxAmount`, alone and with `walletId`: a line is counted in one node of
-- each level, `amount >> (4 * level)` of the levels 0 to 8, and a range is at most two runs of nodes a level, each a
-- range of the key. With other filters beside, lines are counted one by one from line_amount_date. A wallet has its own
-- rows, and imports into one wallet follow each other: none of them waits here.
CREATE TABLE bank.amount_tally (
    company_id uuid NOT NULL,
    level smallint NOT NULL,
    node bigint NOT NULL,
    wallet_id uuid NOT NULL,
    lines bigint NOT NULL,
    CONSTRAINT amount_tally_pkey PRIMARY KEY (company_id, level, node, wallet_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE bank.amount_tally IS 'Number of bank lines by amount, in nodes of sixteen nodes of the level below, and wallet.';
ALTER TABLE bank.amount_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.amount_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.amount_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- The total of the statements of a wallet; their page is read by statement_wallet.
CREATE TABLE bank.statement_count (
    company_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    statements bigint NOT NULL,
    CONSTRAINT statement_count_pkey PRIMARY KEY (company_id, wallet_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE bank.statement_count IS 'Number of statements of a wallet.';
ALTER TABLE bank.statement_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.statement_count FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.statement_count
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- The amount and the wallet of a line never change: what counts moved lines does not look at amounts.
CREATE OR REPLACE FUNCTION bank.count_new_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.line_day AS d (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, booked_at, wallet_id, status, count(*) FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_day_pkey DO UPDATE SET lines = d.lines + EXCLUDED.lines;
    INSERT INTO bank.line_month AS m (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, date_trunc('month', booked_at)::date, wallet_id, status, count(*) FROM added
         GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_month_pkey DO UPDATE SET lines = m.lines + EXCLUDED.lines;
    INSERT INTO bank.amount_tally AS a (company_id, level, node, wallet_id, lines)
        SELECT company_id, level, amount >> (4 * level), wallet_id, count(*)
          FROM added, generate_series(0, 8) AS level GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT amount_tally_pkey DO UPDATE SET lines = a.lines + EXCLUDED.lines;
    RETURN NULL;
END
$$;

CREATE FUNCTION bank.count_new_statements() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.statement_count AS c (company_id, wallet_id, statements)
        SELECT company_id, wallet_id, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT ON CONSTRAINT statement_count_pkey DO UPDATE SET statements = c.statements + EXCLUDED.statements;
    RETURN NULL;
END
$$;
CREATE TRIGGER count_new_statements AFTER INSERT ON bank.statement REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION bank.count_new_statements();

-- Filters `minAmount` and `maxAmount`: the lines of a rare range are filtered and put in order here, from the index alone.
CREATE INDEX line_amount_date ON bank.line (company_id, amount, booked_at, id) INCLUDE (wallet_id, status);
DROP INDEX bank.line_amount;
-- Those of a range that many lines have are met on the way through the list, in its order, without reading the others;
-- the others for `walletId` and `status`. They serve all that line_date, line_wallet_date and line_status_date did.
CREATE INDEX line_date_amount ON bank.line (company_id, booked_at, id) INCLUDE (amount);
DROP INDEX bank.line_date;
CREATE INDEX line_wallet_date_amount ON bank.line (company_id, wallet_id, booked_at, id) INCLUDE (amount);
DROP INDEX bank.line_wallet_date;
CREATE INDEX line_status_date_amount ON bank.line (company_id, status, booked_at, id) INCLUDE (amount);
DROP INDEX bank.line_status_date;
