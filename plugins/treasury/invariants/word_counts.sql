-- What the documents with a word that begins so are together, by their states and by day: those that are counted, without the
-- changes that are not, as their words and they themselves tell.
SELECT t.company_id, 'list ' || t.list || ', word ' || t.word || ' of ' || t.date || ' ' || t.states::text AS subject,
       'what the documents are' AS expected,
       sum(t.documents) || ' documents more, with ' ||
           concat_ws(', ', sum(t.sum1), sum(t.sum2), sum(t.sum3), sum(t.sum4), sum(t.sum5)) AS found
FROM (
    SELECT c.company_id, c.list, c.word, c.date, c.states, c.documents, c.sum1, c.sum2, c.sum3, c.sum4, c.sum5
    FROM treasury.list_word c WHERE c.list = 'transaction'
    UNION ALL
    SELECT c.company_id, 'transaction', c.word, v.date, v.states,
           -1, 0, 0, 0, 0, 0
    FROM (SELECT DISTINCT company_id, word FROM treasury.list_word WHERE list = 'transaction') c
    CROSS JOIN LATERAL (SELECT DISTINCT w.document_id AS document FROM treasury.list_term w
                        WHERE w.company_id = c.company_id AND w.list = 'transaction' AND w.term >= c.word
                          AND w.term < c.word || U&'\+10FFFF') w
    JOIN treasury.transaction d ON d.company_id = c.company_id AND d.id = w.document
    CROSS JOIN LATERAL (VALUES ('-infinity'::date, ARRAY[d.wallet_id::text, d.direction, coalesce(d.category, ''), d.kind, d.status]::text[]), (d.date, '{}'::text[])) v (date, states)
    WHERE NOT EXISTS (SELECT FROM treasury.list_term m WHERE m.company_id = c.company_id AND m.list = 'transaction' AND m.term = ''
                      AND m.document_id = w.document)
    UNION ALL
    SELECT c.company_id, 'transaction', c.word, v.date, v.states, k.documents, k.sum1, k.sum2, k.sum3, k.sum4, k.sum5
    FROM (SELECT DISTINCT company_id, word FROM treasury.list_word WHERE list = 'transaction') c
    JOIN treasury.list_change k ON k.company_id = c.company_id AND k.list = 'transaction'
    CROSS JOIN LATERAL (VALUES ('-infinity'::date, k.states), (k.date, '{}'::text[])) v (date, states)
    WHERE EXISTS (SELECT FROM treasury.list_term w WHERE w.company_id = c.company_id AND w.list = 'transaction' AND w.term >= c.word
                  AND w.term < c.word || U&'\+10FFFF' AND w.document_id = k.document_id)
      AND NOT EXISTS (SELECT FROM treasury.list_term m WHERE m.company_id = c.company_id AND m.list = 'transaction' AND m.term = ''
                      AND m.document_id = k.document_id)) t
GROUP BY t.company_id, t.list, t.word, t.date, t.states
HAVING (sum(t.documents), sum(t.sum1), sum(t.sum2), sum(t.sum3), sum(t.sum4), sum(t.sum5)) <> (0, 0, 0, 0, 0, 0);
