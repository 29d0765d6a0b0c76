-- svc: phase=expand
-- Lists of wallets that look at no more wallets than they show. wallet_created serves the usual order and `archived`;
-- the total under the filters `archived`, `kind` and `businessUnitId` is that of list `wallet` of treasury.list_tally
-- (a archived, b kind, c business unit or empty, without date).
--
-- Filter `kind`, always with `archived`.
CREATE INDEX wallet_kind_created ON treasury.wallet (company_id, archived, kind, created_at, id);
-- Filter `businessUnitId`, always with `archived`.
CREATE INDEX wallet_business_unit_created ON treasury.wallet (company_id, archived, business_unit_id, created_at, id);
-- The order by name.
CREATE INDEX wallet_name ON treasury.wallet (company_id, archived, lower(name), id);
