-- The counts of the list of wallets are the numbers of the wallets that they count.
WITH expected AS (
    SELECT company_id, archived::text AS a, kind AS b, coalesce(business_unit_id::text, '') AS c, count(*) AS documents
    FROM treasury.wallet GROUP BY 1, 2, 3, 4
), found AS (
    SELECT company_id, a, b, c, sum(documents) AS documents FROM treasury.list_tally WHERE list = 'wallet' GROUP BY 1, 2, 3, 4
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'wallets archived ' || coalesce(e.a, f.a) || ' ' || coalesce(e.b, f.b) || ' of ' || coalesce(e.c, f.c) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN found f ON f.company_id = e.company_id AND f.a = e.a AND f.b = e.b AND f.c = e.c
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
