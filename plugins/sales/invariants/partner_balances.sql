-- What a partner owes is what its open sales say.
SELECT b.company_id, 'partner ' || b.id AS subject, coalesce(sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base), 0)::text AS expected,
       b.receivable::text AS found
FROM partners.v1_partners b
LEFT JOIN sales.sale s ON s.company_id = b.company_id AND s.partner_id = b.id
GROUP BY b.company_id, b.id, b.receivable
HAVING b.receivable <> coalesce(sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base), 0);
