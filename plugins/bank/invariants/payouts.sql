-- A payout that is taken belongs to a matched line.
SELECT p.company_id, 'payout ' || p.id AS subject, 'matched' AS expected, coalesce(l.status, 'no line') AS found
FROM bank.payout p
LEFT JOIN bank.line l ON l.company_id = p.company_id AND l.id = p.line_id
WHERE p.line_id IS NOT NULL AND l.status IS DISTINCT FROM 'matched';
