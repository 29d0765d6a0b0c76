-- svc: phase=expand
-- The number of movements without filter `category` adds up no categories: rows without category count the movements
-- of all of them from here on, rows with one count those of the category.
COMMENT ON TABLE treasury.movement_day IS
    'Number of movements per day, wallet, kind and direction: of a category, and of all (category is empty).';
COMMENT ON TABLE treasury.movement_month IS
    'Number of movements per month, wallet, kind and direction: of a category, and of all (category is empty).';
-- The total of the list: filter `category` or none, then `from` and `to`; `walletId`, `kind`, `direction` and `status`
-- are read from the few rows of a day or month.
CREATE INDEX movement_day_category ON treasury.movement_day (company_id, category, date);
CREATE INDEX movement_month_category ON treasury.movement_month (company_id, category, date);
