-- Every entry balances and has all its lines.
SELECT e.company_id, 'entry ' || e.number || ' of ' || e.fiscal_year AS subject,
       e.line_count || ' lines, debit = credit' AS expected,
       count(l.entry_id) || ' lines, debit ' || coalesce(sum(l.debit), 0) || ', credit ' || coalesce(sum(l.credit), 0)
           AS found
FROM ledger.entry e
LEFT JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id
GROUP BY e.company_id, e.id, e.number, e.fiscal_year, e.line_count
HAVING sum(l.debit) IS DISTINCT FROM sum(l.credit) OR count(l.entry_id) <> e.line_count;
