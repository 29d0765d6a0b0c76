-- svc: phase=expand
-- Filter q of stock: how many places an item has lain at, so that the rows that a common word finds are summed up
-- (stock.list_word, sum1).
ALTER TABLE stock.item ADD COLUMN places integer NOT NULL DEFAULT 0;
