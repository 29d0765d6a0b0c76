-- How many documents have a word that begins so: those that are counted and not archived, as their words tell.
SELECT c.company_id, 'list ' || c.list || ', word ' || c.word AS subject, n.documents::text AS expected,
       c.documents::text AS found
FROM partners.list_word c
CROSS JOIN LATERAL (
    SELECT count(DISTINCT w.partner_id) AS documents FROM partners.term w
    WHERE w.company_id = c.company_id AND w.kind = 'word' AND w.term >= c.word AND w.term < c.word || U&'\+10FFFF'
      AND NOT EXISTS (SELECT FROM partners.term m WHERE m.company_id = w.company_id AND m.kind = 'word' AND m.term = ''
                      AND m.partner_id = w.partner_id)
      AND NOT EXISTS (SELECT FROM partners.partner d WHERE d.company_id = w.company_id AND d.id = w.partner_id AND d.archived)) n
WHERE n.documents <> c.documents;
