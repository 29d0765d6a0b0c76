-- An accepted order has a sale that exists, and every order has lines.
SELECT r.company_id, 'order request ' || r.number AS subject, 'a sale' AS expected,
       coalesce(r.sale_id::text, 'none') AS found
  FROM storefront.order_request r
  LEFT JOIN sales.v1_sales s ON s.company_id = r.company_id AND s.id = r.sale_id
 WHERE r.status = 'accepted' AND s.id IS NULL
 UNION ALL
SELECT r.company_id, 'order request ' || r.number, 'at least one line', 'none'
  FROM storefront.order_request r
 WHERE NOT EXISTS (SELECT 1 FROM storefront.order_line l
                    WHERE l.company_id = r.company_id AND l.order_request_id = r.id);
