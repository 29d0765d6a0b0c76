-- A transfer has one movement out of the first wallet, one into the second and one for its fee, with its amounts.
SELECT f.company_id, 'transfer ' || f.id AS subject,
       f.amount || ' out, ' || f.received_amount || ' in, fee ' || f.fee AS expected,
       coalesce(o.amount || ' ' || o.direction, '-') || ', ' || coalesce(i.amount || ' ' || i.direction, '-') || ', fee '
           || coalesce(c.amount, 0) AS found
FROM treasury.transfer f
LEFT JOIN treasury.transaction o ON o.company_id = f.company_id AND o.id = f.out_id
LEFT JOIN treasury.transaction i ON i.company_id = f.company_id AND i.id = f.in_id
LEFT JOIN treasury.transaction c ON c.company_id = f.company_id AND c.id = f.fee_id
WHERE (o.wallet_id, o.direction, o.amount, o.kind) IS DISTINCT FROM (f.from_wallet_id, 'out', f.amount, 'transfer')
   OR (i.wallet_id, i.direction, i.amount, i.kind) IS DISTINCT FROM (f.to_wallet_id, 'in', f.received_amount, 'transfer')
   OR (f.fee > 0 AND (c.wallet_id, c.direction, c.amount, c.kind) IS DISTINCT FROM (f.from_wallet_id, 'out', f.fee, 'transfer'));
