-- svc: phase=expand
-- The movements of one wallet are listed in the order in which its balance went.

DROP INDEX treasury.transaction_wallet_date;
-- Filters `walletId` and `direction`.
CREATE INDEX transaction_wallet_date ON treasury.transaction (company_id, wallet_id, date, position);
