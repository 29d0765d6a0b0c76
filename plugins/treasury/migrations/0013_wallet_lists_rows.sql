-- svc: phase=expand
-- svc: foreach-company
-- Counts the wallets that were there.
LOCK TABLE treasury.wallet IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM treasury.list_tally WHERE list = 'wallet';
INSERT INTO treasury.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT company_id, 'wallet', 'm', date '0001-01-01', archived::text, kind, coalesce(business_unit_id::text, ''), '', '', count(*)
FROM treasury.wallet GROUP BY 1, 5, 6, 7;
