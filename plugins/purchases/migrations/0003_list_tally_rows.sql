-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO purchases.list_tally (company_id, list, grain, date, a, b, c, d, e, documents, sum1, sum2, sum3, sum4)
SELECT p.company_id, 'purchase', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', p.date)::date ELSE p.date END,
       p.business_unit_id::text, p.status, p.receipt_status, p.payment_status, '', count(*),
       coalesce(sum(p.subtotal_base) FILTER (WHERE p.status <> 'cancelled'), 0),
       coalesce(sum(p.tax_base) FILTER (WHERE p.status <> 'cancelled'), 0),
       coalesce(sum(p.total_base) FILTER (WHERE p.status <> 'cancelled'), 0),
       coalesce(sum(p.paid_base) FILTER (WHERE p.status <> 'cancelled'), 0)
FROM purchases.purchase p
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6, 7, 8;

INSERT INTO purchases.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT x.company_id, 'expense', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', x.date)::date ELSE x.date END,
       x.category, x.wallet_id::text, '', '', '', count(*)
FROM purchases.expense x
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;

-- Words of the documents that were there.
WITH documents AS (
    SELECT p.company_id, p.id,
           translate(lower(concat_ws(' ', p.partner_name, p.supplier_reference, p.note,
               (SELECT string_agg(l.label, ' ') FROM purchases.line l WHERE l.company_id = p.company_id AND l.purchase_id = p.id))), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM purchases.purchase p
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
    UNION
    SELECT n.company_id, n.id, unnest(ARRAY[lower(n.number), substring(n.number FROM '[0-9]*$'),
                                            ltrim(substring(n.number FROM '[0-9]*$'), '0')])
    FROM purchases.purchase n
)
INSERT INTO purchases.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'purchase', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;

WITH documents AS (
    SELECT x.company_id, x.id,
           translate(lower(concat_ws(' ', x.label, x.reference)), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM purchases.expense x
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
)
INSERT INTO purchases.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'expense', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;
