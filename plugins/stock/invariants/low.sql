-- An item is marked low when its quantity is below its threshold, and the threshold beside the quantity is that of the item.
SELECT i.company_id, 'item ' || i.id AS subject,
       coalesce(i.track_stock AND c.quantity < i.alert_threshold, false) || ', threshold ' || coalesce(i.alert_threshold::text, 'none') AS expected,
       i.low || ', threshold ' || coalesce(c.alert_threshold::text, 'none') AS found
FROM stock.item i JOIN stock.item_cost c ON c.company_id = i.company_id AND c.item_id = i.id
WHERE i.low <> coalesce(i.track_stock AND c.quantity < i.alert_threshold, false)
   OR i.alert_threshold IS DISTINCT FROM c.alert_threshold;
