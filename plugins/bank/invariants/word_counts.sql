-- How many documents have a word that begins so: those that are counted, as their words tell.
SELECT c.company_id, 'list ' || c.list || ', word ' || c.word AS subject, n.documents::text AS expected,
       c.documents::text AS found
FROM bank.list_word c
CROSS JOIN LATERAL (
    SELECT count(DISTINCT w.document_id) AS documents FROM bank.list_term w
    WHERE w.company_id = c.company_id AND w.list = c.list AND w.term >= c.word AND w.term < c.word || U&'\+10FFFF'
      AND NOT EXISTS (SELECT FROM bank.list_term m WHERE m.company_id = w.company_id AND m.list = w.list AND m.term = ''
                      AND m.document_id = w.document_id)) n
WHERE n.documents <> c.documents;
