-- How many documents have a word that begins so: those that are counted and not archived, as their words tell.
SELECT c.company_id, 'list ' || c.list || ', word ' || c.word AS subject, n.documents::text AS expected,
       c.documents::text AS found
FROM stock.list_word c
CROSS JOIN LATERAL (
    SELECT count(DISTINCT w.item_id) AS documents FROM stock.item_term w
    WHERE w.company_id = c.company_id AND w.term >= c.word AND w.term < c.word || U&'\+10FFFF'
      AND NOT EXISTS (SELECT FROM stock.item_term m WHERE m.company_id = w.company_id AND m.term = ''
                      AND m.item_id = w.item_id)
      AND NOT EXISTS (SELECT FROM stock.item d WHERE d.company_id = w.company_id AND d.id = w.item_id AND d.archived)) n
WHERE n.documents <> c.documents;
