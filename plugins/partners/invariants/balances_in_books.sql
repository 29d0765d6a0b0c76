-- What a partner owes and is owed is the balance of its customer and supplier lines in the books.
SELECT coalesce(b.company_id, l.company_id) AS company_id, 'partner ' || coalesce(b.partner_id, l.partner_id) AS subject,
       'receivable ' || coalesce(l.receivable, 0) || ', payable ' || coalesce(l.payable, 0) AS expected,
       'receivable ' || coalesce(b.receivable, 0) || ', payable ' || coalesce(b.payable, 0) AS found
FROM partners.balance b
FULL JOIN (SELECT company_id, partner_id, coalesce(sum(balance) FILTER (WHERE role = 'customer'), 0) AS receivable,
                  coalesce(sum(-balance) FILTER (WHERE role = 'supplier'), 0) AS payable
           FROM ledger.v1_balances WHERE partner_id IS NOT NULL AND role IN ('customer', 'supplier')
           GROUP BY company_id, partner_id) l
       ON l.company_id = b.company_id AND l.partner_id = b.partner_id
WHERE coalesce(b.receivable, 0) <> coalesce(l.receivable, 0) OR coalesce(b.payable, 0) <> coalesce(l.payable, 0);
