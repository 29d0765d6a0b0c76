-- Every sale that is worth something has its entry in the books.
SELECT s.company_id, s.kind || ' ' || s.number AS subject, 'an entry' AS expected, 'none' AS found
FROM sales.sale s
WHERE s.total_base <> 0 AND NOT EXISTS (SELECT FROM ledger.v1_entries e WHERE e.company_id = s.company_id
                                        AND e.document_number = s.number);
