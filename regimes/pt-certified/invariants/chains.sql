-- Every document names the signature of the one before it in its series, and the series ends with its last document.
SELECT d.company_id, 'document ' || d.id AS subject, 'signed behind ' || d.previous AS expected,
       'signed behind ' || d.named AS found
  FROM (SELECT company_id, id, split_part(message, ';', 5) AS named,
               coalesce(lag(hash) OVER chain, '') AS previous
          FROM pt_certified.document
        WINDOW chain AS (PARTITION BY company_id, series ORDER BY split_part(id, '/', 2)::bigint)) d
 WHERE d.named <> d.previous
 UNION ALL
SELECT s.company_id, 'series ' || s.series, 'ends with ' || s.hash, 'ends with ' || coalesce(l.hash, '')
  FROM pt_certified.series s
  LEFT JOIN LATERAL (SELECT d.hash FROM pt_certified.document d
                      WHERE d.company_id = s.company_id AND d.series = s.series
                      ORDER BY split_part(d.id, '/', 2)::bigint DESC LIMIT 1) l ON true
 WHERE s.hash <> coalesce(l.hash, '');
