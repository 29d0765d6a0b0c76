-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT company_id, 'price_list', 'm', date '0001-01-01', '', '', '', '', '', count(*) FROM stock.price_list GROUP BY company_id;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT company_id, 'location', 'm', date '0001-01-01', archived::text, '', '', '', '', count(*)
FROM stock.location GROUP BY company_id, archived;
