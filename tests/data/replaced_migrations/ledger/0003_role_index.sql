-- svc: phase=expand
-- Before the first figures of a table, a plan takes any index that begins with the company. This one held every line of the
-- company by its start, and the check of each new entry read them all.

DROP INDEX ledger.ledger_line_role_idx;
-- Balance of a role.
CREATE INDEX ledger_line_role_idx ON ledger.line (role, company_id);
