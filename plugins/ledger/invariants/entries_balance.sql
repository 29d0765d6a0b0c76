-- Every entry balances and has all its lines, and every line has its entry.
SELECT coalesce(e.company_id, l.company_id) AS company_id,
       coalesce('entry ' || e.number || ' of ' || e.fiscal_year, 'lines of entry ' || l.entry_id) AS subject,
       coalesce(e.line_count || ' lines, debit = credit', 'an entry') AS expected,
       coalesce(l.lines, 0) || ' lines, debit ' || coalesce(l.debit, 0) || ', credit ' || coalesce(l.credit, 0) AS found
FROM ledger.entry e
FULL JOIN (SELECT company_id, entry_id, count(*) AS lines, sum(debit) AS debit, sum(credit) AS credit
           FROM ledger.line GROUP BY company_id, entry_id) l ON l.company_id = e.company_id AND l.entry_id = e.id
WHERE e.id IS NULL OR l.debit IS DISTINCT FROM l.credit OR l.lines IS DISTINCT FROM e.line_count;
