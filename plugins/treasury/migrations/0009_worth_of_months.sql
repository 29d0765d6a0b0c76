-- svc: phase=expand
-- What a month spent in a category, for budgets: found by movement_month_category. Posted movements that take nothing
-- back, at the rate of their day.
ALTER TABLE treasury.movement_month ADD COLUMN worth bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN treasury.movement_month.worth IS
    'Sum of the values of posted movements that reverse none, minor units of the currency of the company.';
