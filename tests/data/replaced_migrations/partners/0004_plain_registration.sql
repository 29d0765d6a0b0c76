-- svc: phase=expand
-- The number of a register is looked for without the blanks, points and hyphens that people write in it.
CREATE INDEX partner_plain_registration
    ON partners.partner (company_id, upper(translate(registration_number, ' .-/', '')))
    WHERE registration_number IS NOT NULL;
DROP INDEX partners.partner_registration_number;
