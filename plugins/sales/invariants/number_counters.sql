-- No more documents exist than numbers were given.
SELECT coalesce(n.company_id, s.company_id) AS company_id, coalesce(n.kind, s.kind) AS subject,
       'at most ' || coalesce(n.given, 0) AS expected, coalesce(s.documents, 0)::text AS found
FROM (SELECT company_id, kind, sum(last) AS given FROM svc.number_series WHERE kind IN ('invoice', 'ticket')
      GROUP BY company_id, kind) n
FULL JOIN (SELECT company_id, kind, count(*) AS documents FROM sales.sale GROUP BY company_id, kind) s
       ON s.company_id = n.company_id AND s.kind = n.kind
WHERE coalesce(n.given, 0) < coalesce(s.documents, 0);
