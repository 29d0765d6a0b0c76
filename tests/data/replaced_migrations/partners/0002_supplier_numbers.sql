-- svc: phase=expand
-- Whoever has sent an invoice is found by what the invoice says of them.
CREATE INDEX partner_registration_number ON partners.partner (company_id, registration_number)
    WHERE registration_number IS NOT NULL;
CREATE INDEX partner_peppol_id ON partners.partner (company_id, peppol_id) WHERE peppol_id IS NOT NULL;
