-- The numbers of the entries of a fiscal year begin at 1, have no gap and end where the counter stands.
SELECT e.company_id, 'fiscal year ' || e.fiscal_year AS subject, '1 to ' || coalesce(n.last::text, 'no counter') AS expected,
       count(*) || ' entries, ' || min(e.number) || ' to ' || max(e.number) AS found
FROM ledger.entry e
LEFT JOIN ledger.entry_number n ON n.company_id = e.company_id AND n.fiscal_year = e.fiscal_year
GROUP BY e.company_id, e.fiscal_year, n.last
HAVING count(*) <> max(e.number) OR min(e.number) <> 1 OR max(e.number) IS DISTINCT FROM n.last;
