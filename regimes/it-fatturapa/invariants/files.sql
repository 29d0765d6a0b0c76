-- The numbers of the files of a company have no gap and end with its counter; each message is about a file.
SELECT f.company_id, 'file ' || f.sequence AS subject, 'behind file ' || f.sequence - 1 AS expected,
       CASE WHEN f.before IS NULL THEN 'nothing stands before it' ELSE 'behind file ' || f.before END AS found
  FROM (SELECT company_id, sequence, lag(sequence) OVER (PARTITION BY company_id ORDER BY sequence) AS before
          FROM it_fatturapa.file) f
 WHERE f.sequence > 1 AND f.before IS DISTINCT FROM f.sequence - 1
 UNION ALL
SELECT c.company_id, 'last file', c.sequence::text, coalesce(f.last::text, 'no file')
  FROM it_fatturapa.counter c
  LEFT JOIN (SELECT company_id, max(sequence) AS last FROM it_fatturapa.file GROUP BY company_id) f USING (company_id)
 WHERE f.last IS DISTINCT FROM c.sequence
 UNION ALL
SELECT m.company_id, 'message ' || m.kind || ' about file ' || m.file_sequence, 'a file', 'no file'
  FROM it_fatturapa.message m
 WHERE NOT EXISTS (SELECT 1 FROM it_fatturapa.file f
                    WHERE f.company_id = m.company_id AND f.sequence = m.file_sequence);
