-- The counts of the list of cash sessions are the numbers of the sessions that they count.
WITH expected AS (
    SELECT s.company_id, g.grain, s.status AS a, s.wallet_id::text AS b, s.business_unit_id::text AS c, count(*) AS documents
    FROM treasury.cash_session s, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5
), found AS (
    SELECT company_id, grain, a, b, c, sum(documents) AS documents FROM treasury.list_tally
    WHERE list = 'cash_session' GROUP BY 1, 2, 3, 4, 5
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'cash sessions ' || coalesce(e.grain, f.grain) || ' ' || coalesce(e.a, f.a) || ' of wallet ' || coalesce(e.b, f.b) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN found f ON f.company_id = e.company_id AND f.grain = e.grain AND f.a = e.a AND f.b = e.b AND f.c = e.c
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
