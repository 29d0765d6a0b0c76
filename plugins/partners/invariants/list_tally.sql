-- The counts of the list of partners are the numbers of the partners that they count.
WITH expected AS (
    SELECT p.company_id, g.grain, p.archived::text AS a, p.kind AS b, count(*) AS documents
    FROM partners.partner p, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4
), found AS (
    SELECT company_id, grain, a, b, sum(documents) AS documents FROM partners.list_tally WHERE list = 'partner' GROUP BY 1, 2, 3, 4
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'partners ' || coalesce(e.grain, f.grain) || ' archived ' || coalesce(e.a, f.a) || ' ' || coalesce(e.b, f.b) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN found f ON f.company_id = e.company_id AND f.grain = e.grain AND f.a = e.a AND f.b = e.b
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
