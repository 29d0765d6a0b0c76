-- svc: phase=expand
-- svc: foreach-company
-- Counts and words of the lines that were there.
LOCK TABLE bank.line IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM bank.line_month;
INSERT INTO bank.line_month (company_id, booked_at, wallet_id, status, lines)
SELECT company_id, date_trunc('month', booked_at)::date, wallet_id, status, sum(lines)
FROM bank.line_day GROUP BY 1, 2, 3, 4;

WITH documents AS (
    SELECT l.company_id, l.id,
           translate(lower(concat_ws(' ', l.label, l.counterparty_name, l.reference)), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM bank.line l
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
)
INSERT INTO bank.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'line', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;
