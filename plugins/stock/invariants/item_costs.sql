-- Quantity and value of an item are those of its movements, its value is quantity times average cost, and no movement is missing.
SELECT c.company_id, 'item ' || c.item_id AS subject,
       coalesce(m.quantity, 0) || ' for ' || coalesce(m.value, 0) || ' in ' || coalesce(m.count, 0) || ' movements' AS expected,
       c.quantity || ' for ' || c.value || ' in ' || c.movements || ' movements at ' || c.average AS found
FROM stock.item_cost c
LEFT JOIN (SELECT company_id, item_id, sum(quantity) AS quantity, sum(value) AS value, count(*) AS count,
                  max(sequence) AS last FROM stock.movement GROUP BY company_id, item_id) m
       ON m.company_id = c.company_id AND m.item_id = c.item_id
WHERE c.quantity <> coalesce(m.quantity, 0) OR c.value <> coalesce(m.value, 0) OR c.movements <> coalesce(m.count, 0)
   OR c.value <> round(c.average * c.quantity) OR coalesce(m.last, 0) <> coalesce(m.count, 0);
