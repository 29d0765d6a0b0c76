-- svc: phase=expand
-- Before the first figures of a table, a plan takes any index that begins with the company, and reads all that it holds of the
-- company where a key would find one row.

DROP INDEX sales.payment_sale_index;
CREATE INDEX payment_sale_index ON sales.payment (sale_id, company_id);
