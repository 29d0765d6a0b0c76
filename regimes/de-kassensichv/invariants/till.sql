-- Receipts of a till have no gap, each is paid as it says, and closings hold them one behind the other.
SELECT r.company_id, 'receipt ' || r.sequence AS subject, 'behind receipt ' || r.sequence - 1 AS expected,
       CASE WHEN r.before IS NULL THEN 'nothing stands before it' ELSE 'behind receipt ' || r.before END AS found
  FROM (SELECT company_id, sequence, lag(sequence) OVER (PARTITION BY company_id ORDER BY sequence) AS before
          FROM de_kassensichv.receipt) r
 WHERE coalesce(r.before, 0) <> r.sequence - 1
 UNION ALL
SELECT t.company_id, 'till', 'ends with receipt ' || t.sequence, 'ends with receipt ' || coalesce(l.sequence, 0)
  FROM de_kassensichv.till t
  LEFT JOIN LATERAL (SELECT max(r.sequence) AS sequence FROM de_kassensichv.receipt r
                      WHERE r.company_id = t.company_id) l ON true
 WHERE t.sequence <> coalesce(l.sequence, 0)
 UNION ALL
SELECT r.company_id, 'receipt ' || r.sequence, 'lines ' || s.lines, 'payments ' || s.payments
  FROM de_kassensichv.receipt r
 CROSS JOIN LATERAL (
        SELECT (SELECT coalesce(sum((l ->> 'gross')::bigint), 0) FROM json_array_elements(r.content -> 'lines') l) AS lines,
               (SELECT coalesce(sum((p ->> 'base')::bigint), 0) FROM json_array_elements(r.content -> 'payments') p) AS payments) s
 WHERE s.lines <> s.payments
 UNION ALL
SELECT c.company_id, 'closing ' || c.number, 'from receipt ' || c.before + 1, 'from receipt ' || c.first_sequence
  FROM (SELECT company_id, number, first_sequence,
               coalesce(lag(last_sequence) OVER (PARTITION BY company_id ORDER BY number), 0) AS before
          FROM de_kassensichv.closing) c
 WHERE c.first_sequence <> c.before + 1
 UNION ALL
SELECT t.company_id, 'till', 'closed to receipt ' || t.closed_to, 'closed to receipt ' || coalesce(l.last, 0)
  FROM de_kassensichv.till t
  LEFT JOIN LATERAL (SELECT max(c.last_sequence) AS last FROM de_kassensichv.closing c
                      WHERE c.company_id = t.company_id) l ON true
 WHERE t.closed_to <> coalesce(l.last, 0);
