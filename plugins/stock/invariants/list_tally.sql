-- The counts of lists are the numbers of the records that they count.
WITH found AS (
    SELECT company_id, list, grain, sum(documents) AS documents, a, b, c, d FROM stock.list_tally
    WHERE list <> 'low' -- low_tally.sql
    GROUP BY company_id, list, grain, a, b, c, d
), expected AS (
    SELECT company_id, 'item' AS list, 'm' AS grain, count(*) AS documents, archived::text AS a, service::text AS b,
           coalesce(category, '') COLLATE "C" AS c, low::text AS d
    FROM stock.item GROUP BY company_id, archived, service, coalesce(category, '') COLLATE "C", low
    UNION ALL
    SELECT p.company_id, 'place', g.grain, count(*), p.location_id::text, p.low::text, '', ''
    FROM (SELECT DISTINCT l.company_id, l.item_id, l.location_id, i.low
          FROM stock.level l JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id
          WHERE i.track_stock AND NOT i.archived) p, (VALUES ('d'), ('m')) AS g (grain)
    GROUP BY 1, 3, 5, 6
    UNION ALL
    SELECT m.company_id, 'movement', g.grain, count(*), m.location_id::text, m.reason, '', ''
    FROM stock.movement m, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 3, 5, 6
    UNION ALL
    SELECT t.company_id, 'transfer', g.grain, count(*), t.from_location_id::text, t.to_location_id::text, '', ''
    FROM stock.transfer t, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 3, 5, 6
    UNION ALL
    SELECT t.company_id, 'count', g.grain, count(*), t.location_id::text, t.status, '', ''
    FROM stock.count t, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 3, 5, 6
    UNION ALL
    SELECT company_id, 'price_list', 'm', count(*), '', '', '', '' FROM stock.price_list GROUP BY company_id
    UNION ALL
    SELECT company_id, 'location', 'm', count(*), archived::text, '', '', '' FROM stock.location GROUP BY company_id, archived
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'list ' || coalesce(e.list, f.list) || ' ' || coalesce(e.grain, f.grain) || ' '
           || concat_ws(' ', coalesce(e.a, f.a), coalesce(e.b, f.b), coalesce(e.c, f.c), coalesce(e.d, f.d)) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN found f ON f.company_id = e.company_id AND f.list = e.list AND f.grain = e.grain AND f.a = e.a AND f.b = e.b
                 AND f.c = e.c AND f.d = e.d
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
