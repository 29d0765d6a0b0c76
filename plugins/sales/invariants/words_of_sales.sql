-- The states, kinds and channels of sales and payments are those that exist, and each line and payment belongs to a sale.
SELECT s.company_id, 'sale ' || s.number AS subject, 'words of the contract' AS expected,
       concat_ws(', ', s.kind, s.status, s.payment_status, s.delivery_status, s.fiscal_status, s.channel, s.stock_mode) AS found
FROM sales.sale s
WHERE s.kind NOT IN ('invoice', 'ticket') OR s.status NOT IN ('active', 'cancelled')
   OR s.payment_status NOT IN ('unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'cancelled')
   OR s.delivery_status NOT IN ('none', 'pending', 'partially_delivered', 'delivered')
   OR s.fiscal_status NOT IN ('none', 'pending', 'accepted', 'rejected')
   OR s.channel NOT IN ('counter', 'online', 'api') OR s.stock_mode NOT IN ('none', 'issued', 'reserved')
UNION ALL
SELECT p.company_id, 'payment ' || p.id, 'received or voided', p.status
FROM sales.payment p WHERE p.status NOT IN ('received', 'voided')
UNION ALL
SELECT l.company_id, 'line ' || l.id, 'a sale', 'no sale ' || l.sale_id
FROM sales.line l LEFT JOIN sales.sale s ON s.company_id = l.company_id AND s.id = l.sale_id WHERE s.id IS NULL
UNION ALL
SELECT p.company_id, 'payment ' || p.id, 'a sale', 'no sale ' || p.sale_id
FROM sales.payment p LEFT JOIN sales.sale s ON s.company_id = p.company_id AND s.id = p.sale_id WHERE s.id IS NULL;
