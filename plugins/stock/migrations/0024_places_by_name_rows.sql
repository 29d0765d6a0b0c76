-- svc: phase=expand
-- svc: foreach-company
UPDATE stock.level l SET item_order = lower(i.name)
FROM stock.item i WHERE i.company_id = l.company_id AND i.id = l.item_id;
