-- What the documents with a word that begins so are together, by their states and by day: those that are counted, without the
-- changes that are not, as their words and they themselves tell.
SELECT t.company_id, 'list ' || t.list || ', word ' || t.word || ' of ' || t.date || ' ' || t.states::text AS subject,
       'what the documents are' AS expected,
       sum(t.documents) || ' documents more, with ' ||
           concat_ws(', ', sum(t.sum1), sum(t.sum2), sum(t.sum3), sum(t.sum4), sum(t.sum5)) AS found
FROM (
    SELECT c.company_id, c.list, c.word, c.date, c.states, c.documents, c.sum1, c.sum2, c.sum3, c.sum4, c.sum5
    FROM partners.list_word c WHERE c.list = 'partner'
    UNION ALL
    SELECT c.company_id, 'partner', c.word, v.date, v.states,
           -1, 0, 0, 0, 0, 0
    FROM (SELECT DISTINCT company_id, word FROM partners.list_word WHERE list = 'partner') c
    CROSS JOIN LATERAL (SELECT DISTINCT w.partner_id AS document FROM partners.term w
                        WHERE w.company_id = c.company_id AND w.kind = 'word' AND w.term >= c.word
                          AND w.term < c.word || U&'\+10FFFF') w
    JOIN partners.partner d ON d.company_id = c.company_id AND d.id = w.document
    CROSS JOIN LATERAL (VALUES ('-infinity'::date, ARRAY[d.archived::text, d.kind]::text[])) v (date, states)
    WHERE NOT EXISTS (SELECT FROM partners.term m WHERE m.company_id = c.company_id AND m.kind = 'word' AND m.term = ''
                      AND m.partner_id = w.document)
    UNION ALL
    SELECT c.company_id, 'partner', c.word, v.date, v.states, k.documents, k.sum1, k.sum2, k.sum3, k.sum4, k.sum5
    FROM (SELECT DISTINCT company_id, word FROM partners.list_word WHERE list = 'partner') c
    JOIN partners.list_change k ON k.company_id = c.company_id AND k.list = 'partner'
    CROSS JOIN LATERAL (VALUES ('-infinity'::date, k.states)) v (date, states)
    WHERE EXISTS (SELECT FROM partners.term w WHERE w.company_id = c.company_id AND w.kind = 'word' AND w.term >= c.word
                  AND w.term < c.word || U&'\+10FFFF' AND w.partner_id = k.document_id)
      AND NOT EXISTS (SELECT FROM partners.term m WHERE m.company_id = c.company_id AND m.kind = 'word' AND m.term = ''
                      AND m.partner_id = k.document_id)) t
GROUP BY t.company_id, t.list, t.word, t.date, t.states
HAVING (sum(t.documents), sum(t.sum1), sum(t.sum2), sum(t.sum3), sum(t.sum4), sum(t.sum5)) <> (0, 0, 0, 0, 0, 0);
