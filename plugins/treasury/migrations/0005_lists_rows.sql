-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO treasury.movement_month (company_id, date, wallet_id, kind, direction, category, movements, voided)
SELECT company_id, date_trunc('month', date)::date, wallet_id, kind, direction, category, sum(movements), sum(voided)
FROM treasury.movement_day GROUP BY 1, 2, 3, 4, 5, 6;

INSERT INTO treasury.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT s.company_id, 'cash_session', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', s.date)::date ELSE s.date END,
       s.status, s.wallet_id::text, s.business_unit_id::text, '', '', count(*)
FROM treasury.cash_session s
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6, 7;

-- Words of the movements that were there.
WITH documents AS (
    SELECT t.company_id, t.id,
           translate(lower(concat_ws(' ', t.label, t.reference)), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM treasury.transaction t
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
)
INSERT INTO treasury.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'transaction', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;
