-- svc: phase=expand
-- svc: foreach-company
-- Words of the documents that were there.
WITH documents AS (
    SELECT s.company_id, s.id,
           translate(lower(concat_ws(' ', s.partner_name, s.external_id, s.note,
               (SELECT string_agg(l.label, ' ') FROM sales.line l WHERE l.company_id = s.company_id AND l.sale_id = s.id))), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM sales.sale s
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
    UNION
    SELECT n.company_id, n.id, unnest(ARRAY[lower(n.number), substring(n.number FROM '[0-9]*$'),
                                            ltrim(substring(n.number FROM '[0-9]*$'), '0')])
    FROM sales.sale n
)
INSERT INTO sales.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'sale', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;

WITH documents AS (
    SELECT q.company_id, q.id,
           translate(lower(concat_ws(' ', q.partner_name, q.external_id, q.note,
               (SELECT string_agg(l.label, ' ') FROM sales.quote_line l WHERE l.company_id = q.company_id AND l.quote_id = q.id))), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') AS text
    FROM sales.quote q
), words AS (
    SELECT d.company_id, d.id, w.term FROM documents d, regexp_split_to_table(d.text, '[^[:alnum:]]+') AS w (term)
    UNION
    SELECT d.company_id, d.id, regexp_replace(w.term, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')
    FROM documents d, regexp_split_to_table(d.text, '[[:space:]]+') AS w (term)
    UNION
    SELECT n.company_id, n.id, unnest(ARRAY[lower(n.number), substring(n.number FROM '[0-9]*$'),
                                            ltrim(substring(n.number FROM '[0-9]*$'), '0')])
    FROM sales.quote n
)
INSERT INTO sales.list_term (company_id, list, term, document_id)
SELECT DISTINCT company_id, 'quote', left(term, 60), id FROM words WHERE term <> ''
ON CONFLICT DO NOTHING;
