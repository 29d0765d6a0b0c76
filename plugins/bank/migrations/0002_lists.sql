-- svc: phase=expand
-- Lists whose number of rows costs the same at any size.
--
-- The numbers of lines of whole months, as bank.line_day has them of days; booked_at is the first of the month. The
-- total under the filters `from`, `to`, `walletId`, `status` is a sum of months and of the days at the ends.
CREATE TABLE bank.line_month (
    company_id uuid NOT NULL,
    booked_at date NOT NULL,
    wallet_id uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    lines bigint NOT NULL,
    CONSTRAINT line_month_pkey PRIMARY KEY (company_id, booked_at, wallet_id, status)
) WITH (fillfactor = 50);
COMMENT ON TABLE bank.line_month IS 'Number of bank lines per month, wallet and status.';
ALTER TABLE bank.line_month ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.line_month FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.line_month
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

CREATE OR REPLACE FUNCTION bank.count_new_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.line_day AS d (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, booked_at, wallet_id, status, count(*) FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_day_pkey DO UPDATE SET lines = d.lines + EXCLUDED.lines;
    INSERT INTO bank.line_month AS m (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, date_trunc('month', booked_at)::date, wallet_id, status, count(*) FROM added
         GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_month_pkey DO UPDATE SET lines = m.lines + EXCLUDED.lines;
    RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION bank.count_moved_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO bank.line_day AS d (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, booked_at, wallet_id, status, sum(n)
          FROM (SELECT company_id, booked_at, wallet_id, status, 1 AS n FROM after_it
                UNION ALL SELECT company_id, booked_at, wallet_id, status, -1 FROM before_it) m
         GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_day_pkey DO UPDATE SET lines = d.lines + EXCLUDED.lines;
    INSERT INTO bank.line_month AS d (company_id, booked_at, wallet_id, status, lines)
        SELECT company_id, date_trunc('month', booked_at)::date, wallet_id, status, sum(n)
          FROM (SELECT company_id, booked_at, wallet_id, status, 1 AS n FROM after_it
                UNION ALL SELECT company_id, booked_at, wallet_id, status, -1 FROM before_it) m
         GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT line_month_pkey DO UPDATE SET lines = d.lines + EXCLUDED.lines;
    RETURN NULL;
END
$$;

-- Words by which lines are found: filter `q`, as the range of a prefix. A row each, because under row-level security
-- only leakproof operators reach an index, and those of LIKE, of trigrams and of arrays are not. No foreign key: lines
-- are never deleted, and each row would cost a look at them.
CREATE TABLE bank.list_term (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    CONSTRAINT bank_list_term_pkey PRIMARY KEY (company_id, list, term, document_id)
);
COMMENT ON TABLE bank.list_term IS 'What a bank line is found by: words in lower case without accents. Bound policy.';
-- Filter `q` by a word that many lines have: the list is walked in its order, and each line is asked for its words here.
CREATE INDEX bank_list_term_document_idx ON bank.list_term (company_id, list, document_id);
ALTER TABLE bank.list_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.list_term FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.list_term
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
