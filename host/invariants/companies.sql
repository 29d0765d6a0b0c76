-- Every company has its clock row and its default business unit.
SELECT c.company_id, 'company ' || c.slug AS subject, 'a clock row and a default business unit' AS expected,
       CASE WHEN k.company_id IS NULL THEN 'no clock row' ELSE 'no default business unit' END AS found
FROM svc.company c
LEFT JOIN svc.company_clock k ON k.company_id = c.company_id
LEFT JOIN svc.business_unit u ON u.company_id = c.company_id AND u.id = c.default_business_unit_id
WHERE k.company_id IS NULL OR u.id IS NULL;
