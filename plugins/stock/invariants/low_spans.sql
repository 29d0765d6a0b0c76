-- An item is low since its open span began, and its spans follow one another.
SELECT i.company_id, 'item ' || i.id AS subject, i.low || ', spans ' || i.was_low AS expected,
       (s.open = 1) || ', spans ' || (s.spans > 0) AS found
FROM stock.item i
CROSS JOIN LATERAL (SELECT count(*) AS spans, count(*) FILTER (WHERE until = 'infinity') AS open FROM stock.low_span s
                    WHERE s.company_id = i.company_id AND s.item_id = i.id) s
WHERE s.open <> i.low::int OR (s.spans > 0) <> i.was_low
UNION ALL
SELECT company_id, 'item ' || item_id || ' low since ' || since, 'not before ' || before, since::text
FROM (SELECT company_id, item_id, since, lag(until) OVER (PARTITION BY company_id, item_id ORDER BY since) AS before
      FROM stock.low_span) s
WHERE since < before;
