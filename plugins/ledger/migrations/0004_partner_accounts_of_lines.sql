-- svc: phase=expand
-- svc: foreach-company
-- Counts the customers and suppliers that were in the books before.
INSERT INTO ledger.partner_account (company_id, side, partner_id, ordinal)
    SELECT company_id, role, partner_id, row_number() OVER (PARTITION BY role ORDER BY min(entry_id::text), partner_id)
      FROM ledger.line
     WHERE company_id = (SELECT current_setting('svc.company')::uuid) AND partner_id IS NOT NULL
       AND role IN ('customer', 'supplier')
     GROUP BY 1, 2, 3;
INSERT INTO ledger.partner_account_number (company_id, side, last)
    SELECT company_id, side, max(ordinal) FROM ledger.partner_account
     WHERE company_id = (SELECT current_setting('svc.company')::uuid)
     GROUP BY 1, 2;
