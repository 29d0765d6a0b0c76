-- The parties that a sale or a credit note names as sealed are kept, word for word.
SELECT d.company_id, d.subject, 'the record of the ' || d.role AS expected, CASE WHEN p.seal IS NULL THEN 'none' ELSE 'another text' END AS found
FROM (SELECT s.company_id, s.number AS subject, 'seller' AS role, s.seller_seal AS seal FROM sales.sale s
      UNION ALL SELECT s.company_id, s.number, 'buyer', s.buyer_seal FROM sales.sale s
      UNION ALL SELECT n.company_id, n.number, 'seller', n.seller_seal FROM sales.credit_note n) d
LEFT JOIN sales.party p ON p.company_id = d.company_id AND p.seal = d.seal
WHERE d.seal IS NOT NULL
  AND (p.seal IS NULL OR p.seal <> encode(substr(sha256(convert_to(p.record, 'UTF8')), 1, 16), 'hex')::uuid);
