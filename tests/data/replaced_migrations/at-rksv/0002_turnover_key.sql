-- svc: phase=expand
-- Which key encrypts the turnover, so that a host that holds it in memory knows that it is still the one.

ALTER TABLE at_rksv.till ADD COLUMN turnover_key text COLLATE "C" NOT NULL DEFAULT '';
COMMENT ON COLUMN at_rksv.till.turnover_key IS 'SHA-256 of the key, in hexadecimal; empty before the first receipt.';
