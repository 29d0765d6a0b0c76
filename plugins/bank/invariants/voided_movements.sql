-- A matched line links no movement that was voided. The reversing movement has the voided one as its document.
SELECT m.company_id, 'bank line ' || m.line_id AS subject, 'a movement that stands' AS expected,
       m.transaction_id || ', voided' AS found
FROM bank.match m
JOIN treasury.v1_transactions r ON r.company_id = m.company_id AND r.document_kind = 'transaction'
                               AND r.document_id = m.transaction_id AND r.reverses_id IS NOT NULL
WHERE NOT m.made OR m.kind IN ('write_off', 'transfer');
