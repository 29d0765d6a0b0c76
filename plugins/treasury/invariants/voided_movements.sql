-- A voided movement has one reversing movement of the same wallet and amount, in the other direction; in the currency of the company its value is the same too.
SELECT t.company_id, 'movement ' || t.position || ' of wallet ' || t.wallet_id AS subject,
       t.amount || ' taken back' AS expected,
       coalesce(r.amount || ' ' || r.direction, 'no reversing movement') AS found
FROM treasury.transaction t
JOIN treasury.wallet w ON w.company_id = t.company_id AND w.id = t.wallet_id
JOIN svc.company c ON c.company_id = t.company_id
LEFT JOIN treasury.transaction r ON r.company_id = t.company_id AND r.reverses_id = t.id
WHERE (t.status = 'voided') <> (r.id IS NOT NULL)
   OR (r.id IS NOT NULL AND (r.wallet_id <> t.wallet_id OR r.amount <> t.amount OR (w.currency = c.currency AND r.base_amount <> t.base_amount)
                             OR r.direction = t.direction));
