-- The sums of a day are those of its purchases; cancelled ones are counted and left out of the sums.
SELECT coalesce(d.company_id, p.company_id) AS company_id,
       'day ' || coalesce(d.date, p.date) || ', business unit ' || coalesce(d.business_unit_id, p.business_unit_id) AS subject,
       coalesce(p.documents, 0) || ' for ' || coalesce(p.total, 0) || ', paid ' || coalesce(p.paid, 0) AS expected,
       coalesce(d.documents, 0) || ' for ' || coalesce(d.total, 0) || ', paid ' || coalesce(d.paid, 0) AS found
FROM purchases.day d
FULL JOIN (SELECT company_id, date, business_unit_id, count(*) AS documents,
                  coalesce(sum(subtotal_base) FILTER (WHERE status <> 'cancelled'), 0) AS subtotal,
                  coalesce(sum(tax_base) FILTER (WHERE status <> 'cancelled'), 0) AS tax,
                  coalesce(sum(total_base) FILTER (WHERE status <> 'cancelled'), 0) AS total,
                  coalesce(sum(paid_base) FILTER (WHERE status <> 'cancelled'), 0) AS paid
           FROM purchases.purchase GROUP BY company_id, date, business_unit_id) p
       ON p.company_id = d.company_id AND p.date = d.date AND p.business_unit_id = d.business_unit_id
WHERE coalesce(d.documents, 0) <> coalesce(p.documents, 0) OR coalesce(d.subtotal, 0) <> coalesce(p.subtotal, 0)
   OR coalesce(d.tax, 0) <> coalesce(p.tax, 0) OR coalesce(d.total, 0) <> coalesce(p.total, 0)
   OR coalesce(d.paid, 0) <> coalesce(p.paid, 0);
