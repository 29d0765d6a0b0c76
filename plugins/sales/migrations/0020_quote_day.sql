-- svc: phase=contract
-- Counted days alone; list `quote` of sales.list_tally counts days and months.
DROP TABLE sales.quote_day;
