-- The counts of the tags of partners are the numbers of the partners that have them.
WITH expected AS (
    SELECT k.company_id, k.term AS a, p.archived::text AS b, p.kind AS c, count(*) AS documents
    FROM partners.term k JOIN partners.partner p ON p.company_id = k.company_id AND p.id = k.partner_id
    WHERE k.kind = 'tag' GROUP BY 1, 2, 3, 4
), found AS (
    SELECT company_id, a, b, c, sum(documents) AS documents FROM partners.list_tally WHERE list = 'tag' GROUP BY 1, 2, 3, 4
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'partners of tag ' || coalesce(e.a, f.a) || ' archived ' || coalesce(e.b, f.b) || ' ' || coalesce(e.c, f.c) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN found f ON f.company_id = e.company_id AND f.a = e.a AND f.b = e.b AND f.c = e.c
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
