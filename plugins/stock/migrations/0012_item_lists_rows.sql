-- svc: phase=expand
-- svc: foreach-company
-- Words and numbers of the items that are there. A change of an item writes its words anew.
INSERT INTO stock.item_term (company_id, term, item_id)
SELECT DISTINCT i.company_id, left(w.term, 60), i.id
FROM stock.item i,
     regexp_split_to_table(translate(lower(concat_ws(' ', i.name, i.sku, i.barcode, i.external_id)),
                                     'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'),
                           '[^[:alnum:]]+') AS w (term)
WHERE w.term <> ''
ON CONFLICT DO NOTHING;

INSERT INTO stock.item_usage (company_id, active, archived)
SELECT company_id, count(*) FILTER (WHERE NOT archived), count(*) FILTER (WHERE archived)
FROM stock.item GROUP BY company_id
ON CONFLICT (company_id) DO NOTHING;
