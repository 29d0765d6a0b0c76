-- svc: phase=expand
-- svc: foreach-company
-- Lists of sales.list_tally:
--
--   list       a              b      date           serves the number of all rows of
--   quote      business unit  state  business date  filters from, to, businessUnitId, status of quotes
--   recurring  state                 none           filter state of recurring sales
INSERT INTO sales.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT q.company_id, 'quote', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', q.date)::date ELSE q.date END,
       q.business_unit_id::text, q.status, '', '', '', count(*)
FROM sales.quote q
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;

INSERT INTO sales.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT company_id, 'recurring', 'm', date '0001-01-01', state, '', '', '', '', count(*)
FROM sales.recurring GROUP BY company_id, state;
