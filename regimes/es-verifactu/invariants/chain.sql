-- Every record follows the one before it and names its hash, and the chain ends with the last record.
SELECT r.company_id, 'record ' || r.sequence AS subject, 'behind record ' || r.sequence - 1 AS expected,
       CASE WHEN r.before IS NULL THEN 'nothing stands before it'
            WHEN r.before <> r.sequence - 1 THEN 'behind record ' || r.before
            ELSE 'the hash of that record is not in it' END AS found
  FROM (SELECT company_id, sequence, xml, lag(sequence) OVER chain AS before, lag(hash) OVER chain AS previous
          FROM es_verifactu.record
        WINDOW chain AS (PARTITION BY company_id ORDER BY sequence)) r
 WHERE r.sequence > 1 AND (r.before IS DISTINCT FROM r.sequence - 1 OR position(r.previous IN r.xml) = 0)
 UNION ALL
SELECT c.company_id, 'end of the chain', c.sequence || ' ' || c.hash, coalesce(l.sequence || ' ' || l.hash, 'no record')
  FROM es_verifactu.chain c
  LEFT JOIN LATERAL (SELECT r.sequence, r.hash FROM es_verifactu.record r
                      WHERE r.company_id = c.company_id ORDER BY r.sequence DESC LIMIT 1) l ON true
 WHERE c.sequence > 0 AND (l.sequence IS DISTINCT FROM c.sequence OR l.hash IS DISTINCT FROM c.hash);
