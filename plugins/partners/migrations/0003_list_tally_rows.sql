-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO partners.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT p.company_id, 'partner', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', p.day)::date ELSE p.day END,
       p.archived::text, p.kind, '', '', '', sum(p.partners)
FROM (SELECT company_id, (created_at AT TIME ZONE 'UTC')::date AS day, archived, kind, count(*) AS partners
      FROM partners.partner GROUP BY 1, 2, 3, 4) p
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;
